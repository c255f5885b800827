/**
 * Finds values in the bytes of JSON without decoding them, so that a message can be read and changed while every other byte stays.
 * Nesting is counted, not recursed into, and what is skipped is not validated: a message that nobody changes is passed on as it
 * is, and what is acted upon is read with `JSON.parse`.
 */

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** A member of an object: the places of its key and its value, in bytes. */
interface MemberSpan {
  readonly key: string;
  readonly keyStart: number;
  readonly start: number;
  readonly end: number;
}

export interface ObjectSpan {
  /** Of the opening brace. */
  readonly start: number;
  /** Behind the closing brace. */
  readonly end: number;
  readonly members: readonly MemberSpan[];
}

/** The members of the object at `start`; `undefined` if there is none. */
export function readObject(bytes: Buffer, start: number): ObjectSpan | undefined {
  if (bytes[start] !== openBrace) return undefined;
  const members: MemberSpan[] = [];
  let index = skipSpace(bytes, start + 1);
  if (bytes[index] === closeBrace) return { start, end: index + 1, members };
  for (;;) {
    const member = readMember(bytes, index);
    if (!member) return undefined;
    members.push(member);
    index = skipSpace(bytes, member.end);
    if (bytes[index] === closeBrace) return { start, end: index + 1, members };
    if (bytes[index] !== comma) return undefined;
    index = skipSpace(bytes, index + 1);
  }
}

function readMember(bytes: Buffer, keyStart: number): MemberSpan | undefined {
  if (bytes[keyStart] !== quote) return undefined;
  const keyEnd = skipString(bytes, keyStart);
  const separator = skipSpace(bytes, keyEnd);
  if (bytes[separator] !== colon) return undefined;
  const start = skipSpace(bytes, separator + 1);
  const end = skipValue(bytes, start);
  const key = decodeKey(bytes.toString('utf8', keyStart, keyEnd));
  return end > start && key !== undefined ? { key, keyStart, start, end } : undefined;
}

/** Keys rarely have escapes. */
function decodeKey(text: string): string | undefined {
  if (!text.includes('\\')) return text.slice(1, -1);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The index of the first byte that is no white space. */
export function skipSpace(bytes: Buffer, start: number): number {
  let index = start;
  while (isSpace(bytes[index])) index += 1;
  return index;
}

/** The index behind the value at `start`; `start` if there is none. */
function skipValue(bytes: Buffer, start: number): number {
  const first = bytes[start];
  if (first === quote) return skipString(bytes, start);
  if (first === openBrace || first === openBracket) return skipNested(bytes, start);
  let index = start;
  while (isScalar(bytes[index])) index += 1;
  return index;
}

/** The index behind the closing quotation mark of the string at `start`, or the end of the bytes. */
export function skipString(bytes: Buffer, start: number): number {
  for (let index = start + 1; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quote) return index + 1;
    if (byte === backslash) index += 1;
  }
  return bytes.length;
}

function skipNested(bytes: Buffer, start: number): number {
  let depth = 0;
  for (let index = start; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quote) {
      index = skipString(bytes, index) - 1;
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1;
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return start;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** True for the bytes of a number, `true`, `false` and `null`. */
function isScalar(byte: number | undefined): boolean {
  return (
    byte !== undefined &&
    ((byte >= 0x30 && byte <= 0x39) ||
      (byte >= 0x61 && byte <= 0x7a) ||
      byte === 0x2b ||
      byte === 0x2d ||
      byte === 0x2e ||
      byte === 0x45)
  );
}
