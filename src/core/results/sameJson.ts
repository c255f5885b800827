import { countJsonParts, maxJsonParts } from '#core/common/messageLimits.ts';
import { isRecord } from '#form/json.ts';

/** The number of texts that are parsed and compared with one value. Servers usually repeat the value once. */
const maxParsedTexts = 20;

/**
 * Returns a predicate that is true for a text that is JSON of `value`, with any white space and any order of properties. Parses
 * only texts with as many JSON parts as the value, at most 20 of them, with 500,000 parts together.
 */
export function sameJsonAs(value: unknown): (text: string) => boolean {
  let parts: number | undefined;
  let parsedTexts = 0;
  let parsedParts = 0;
  return (text) => {
    parts ??= countParts(value);
    if (parsedTexts >= maxParsedTexts || parsedParts + parts > maxJsonParts || countJsonParts(text, parts) !== parts) {
      return false;
    }
    parsedTexts += 1;
    parsedParts += parts;
    return isSame(text, value);
  };
}

/**
 * True if the only property of `content` has what the texts say: some libraries for servers put a result that is no object into one.
 * `parts`: those of the result, of which the texts are compared.
 */
export function wrapsTexts(
  content: unknown,
  parts: readonly { readonly kind: string; readonly text?: string }[],
): boolean {
  const texts = parts.flatMap(({ kind, text }) => (kind === 'text' && text !== undefined ? [text] : []));
  const values = isRecord(content) ? Object.values(content) : [];
  const [value] = values;
  const items = texts.length === 1 && !Array.isArray(value) ? [value] : Array.isArray(value) ? value : [];
  const isComparable = values.length === 1 && texts.length > 0 && texts.length <= maxParsedTexts;
  return (
    isComparable &&
    ((texts.length === 1 && sameJsonAs(value)(texts[0] ?? '')) ||
      (items.length === texts.length &&
        items.every((item, index) => item === texts[index] || sameJsonAs(item)(texts[index] ?? ''))))
  );
}

/** The number of JSON parts of a value; for a value without JSON a number that no text reaches. */
function countParts(value: unknown): number {
  try {
    return countJsonParts(JSON.stringify(value) ?? '');
  } catch {
    return maxJsonParts + 1;
  }
}

function isSame(text: string, value: unknown): boolean {
  try {
    return isEqual(JSON.parse(text), value);
  } catch {
    return false;
  }
}

function isEqual(one: unknown, other: unknown): boolean {
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) && one.length === other.length && one.every((item, index) => isEqual(item, other[index]))
    );
  }
  if (!isRecord(one) || !isRecord(other)) {
    return one === other;
  }
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name]))
  );
}
