import { countJsonParts, maxJsonParts } from '#core/common/messageLimits.ts';
import { isRecord } from '#form/json.ts';

/** Texts that are parsed and compared with one value. Servers usually repeat it once. */
const maxRead = 20;

/**
 * Returns a predicate: is a text the JSON of `value`, with any white space and any order of properties? Counts the parts of
 * each text by its characters, and parses only texts with as many parts as the value: the first 20 of them, with 500,000
 * parts in all.
 */
export function sameJsonAs(value: unknown): (text: string) => boolean {
  let parts: number | undefined;
  let read = 0;
  let partsRead = 0;
  return (text) => {
    parts ??= partsOf(value);
    if (read >= maxRead || partsRead + parts > maxJsonParts || countJsonParts(text, parts) !== parts) {
      return false;
    }
    read += 1;
    partsRead += parts;
    return isSame(text, value);
  };
}

/** More than any text may have if the value has no JSON. */
function partsOf(value: unknown): number {
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
      Array.isArray(other) && one.length === other.length && one.every((entry, index) => isEqual(entry, other[index]))
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
