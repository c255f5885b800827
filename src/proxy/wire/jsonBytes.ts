/**
 * Finds values in the bytes of JSON without decoding them, so that a message can be read and changed while every other byte stays.
 * Nesting is counted, not recursed into, and what is skipped is not validated: a message that nobody changes is passed on as it
 * is, and what is acted upon is read with `JSON.parse`.
 */

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** A string that is longer is searched natively. */
const nearBytes = 128;

/** A member of an object: the places of its key and its value, in bytes. */
interface MemberSpan {
  /** Of the opening quotation mark. */
  readonly keyStart: number;
  /** Behind the closing one. */
  readonly keyEnd: number;
  /** True if the key has no escapes and only characters of ASCII, so that its bytes are its characters. */
  readonly isPlain: boolean;
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
  let isPlain = true;
  let keyEnd = keyStart + 1;
  for (let byte = bytes[keyEnd]; byte !== quote; keyEnd += 1, byte = bytes[keyEnd]) {
    if (byte === undefined) return undefined;
    if (byte === backslash) keyEnd += 1;
    if (byte === backslash || byte >= 0x80) isPlain = false;
  }
  keyEnd += 1;
  const separator = skipSpace(bytes, keyEnd);
  if (bytes[separator] !== colon) return undefined;
  const start = skipSpace(bytes, separator + 1);
  const end = skipValue(bytes, start);
  const isReadable = isPlain || decodeKey(bytes, keyStart, keyEnd) !== undefined;
  return end > start && isReadable ? { keyStart, keyEnd, isPlain, start, end } : undefined;
}

/** The last member with this key, which is the one that counts for `JSON.parse`. */
export function findMember(bytes: Buffer, { members }: ObjectSpan, key: string): MemberSpan | undefined {
  for (let index = members.length - 1; index >= 0; index -= 1) {
    const member = members[index];
    if (member && hasKey(bytes, member, key)) return member;
  }
  return undefined;
}

export function hasKey(bytes: Buffer, { keyStart, keyEnd, isPlain }: MemberSpan, key: string): boolean {
  if (!isPlain) return decodeKey(bytes, keyStart, keyEnd) === key;
  if (keyEnd - keyStart - 2 !== key.length) return false;
  for (let index = 0; index < key.length; index += 1) {
    if (bytes[keyStart + 1 + index] !== key.charCodeAt(index)) return false;
  }
  return true;
}

/** `undefined` if it is no string of JSON. */
export function decodeKey(bytes: Buffer, keyStart: number, keyEnd: number): string | undefined {
  const text = bytes.toString('utf8', keyStart, keyEnd);
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
  const near = Math.min(start + nearBytes, bytes.length);
  for (let index = start + 1; index < near; index += 1) {
    const byte = bytes[index];
    if (byte === quote) return index + 1;
    if (byte === backslash) index += 1;
  }
  return near < bytes.length ? skipLongString(bytes, start) : bytes.length;
}

/** Does the same for a string that is longer than the cost of a native search. */
function skipLongString(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(quote, start + 1); end >= 0; end = bytes.indexOf(quote, end + 1)) {
    let backslashes = 0;
    while (bytes[end - 1 - backslashes] === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
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
