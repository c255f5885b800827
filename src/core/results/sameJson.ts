import { countJsonParts, maxJsonParts } from '#core/common/messageLimits.ts';
import { isRecord } from '#form/json.ts';

/** Texts that are read to be compared with one value: servers repeat it once. */
const mostRead = 20;

/**
 * Tells of texts whether they are the JSON of `value`, laid out in whatever way and with the names of its objects in any
 * order. Looks at the characters of each text, and reads only texts that have as many parts as the value; of these the
 * first 20, with 500,000 parts in all.
 */
export function sameJsonAs(value: unknown): (text: string) => boolean {
  let parts: number | undefined;
  let read = 0;
  let partsRead = 0;
  return (text) => {
    parts ??= partsOf(value);
    if (read >= mostRead || partsRead + parts > maxJsonParts || countJsonParts(text, parts) !== parts) {
      return false;
    }
    read += 1;
    partsRead += parts;
    return isSame(text, value);
  };
}

/** More than any text may have where the value has no JSON. */
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
