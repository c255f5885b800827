/** True if a parsed JSON value is an object: neither an array nor `null`. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is a text that is not empty. */
export function nonEmptyText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The value of a JSON text; `undefined` if the text is absent or invalid. */
export function tryParseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** In UTF-16 code units. Indented JSON can be much longer than compact JSON: lines of deeply nested arrays begin with many spaces. */
const maxIndentedLength = 2_000_000;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openArray = 0x5b;
const backslash = 0x5c;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;
/** Spaces per level. */
const indentWidth = 2;

/**
 * A value as JSON: indented, with a line for each element, or in one line if the indented JSON has more than `maxLength` UTF-16
 * code units. `undefined` for a value that has no JSON. Throws as `JSON.stringify` does.
 */
export function indentedJson(value: unknown, maxLength = maxIndentedLength): string | undefined {
  const compact: string | undefined = JSON.stringify(value);
  return compact === undefined || isTooLongIndented(compact, maxLength)
    ? compact
    : JSON.stringify(value, undefined, indentWidth);
}

/** True if JSON without white space would be longer than `maxLength` if it were indented. Counts without building the indented text. */
function isTooLongIndented(compact: string, maxLength: number): boolean {
  let length = compact.length;
  let depth = 0;
  for (let at = 0; at < compact.length && length <= maxLength; at += 1) {
    const code = compact.charCodeAt(at);
    if (code === quote) {
      at = endOfJsonString(compact, at);
    } else if (code === colon) {
      length += 1;
    } else if (code === comma) {
      length += 1 + indentWidth * depth;
    } else if (code === openArray || code === openObject) {
      const next = compact.charCodeAt(at + 1);
      if (next === closeArray || next === closeObject) {
        at += 1;
      } else {
        depth += 1;
        length += 1 + indentWidth * depth;
      }
    } else if (code === closeArray || code === closeObject) {
      depth -= 1;
      length += 1 + indentWidth * depth;
    }
  }
  return length > maxLength;
}

/** The index of the quotation mark that ends the string starting at `start`; the length of the JSON if it does not end. */
export function endOfJsonString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === backslash) {
      escapes += 1;
    }
    if (escapes % 2 === 0) {
      return end;
    }
  }
  return json.length;
}

/** The texts and numbers in a JSON value, at any depth, as texts. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') {
    return [String(value)];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
