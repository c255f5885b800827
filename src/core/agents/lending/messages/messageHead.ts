import { maxMessageDepth } from '#core/common/messageLimits.ts';
import { endOfJsonString, tryParseJson } from '#form/json.ts';

/** An object in a text: where the values of its members stand, and how deep they are nested. */
interface Members {
  readonly spans: ReadonlyMap<string, readonly [start: number, end: number]>;
  /** The levels of the object. */
  readonly depth: number;
}

/** The messages of a batch that are read. */
const maxBatch = 500;

/** What tells a JSON-RPC message, without parsing the rest of it, which may be long. */
export interface MessageHead {
  /** The JSON of the id, the same for equal ids: 1 and "1" differ, 1 and 1.0 do not, and no digit is lost. */
  readonly id: string | undefined;
  readonly method: string | undefined;
  /** True for a result or an error with an id. */
  readonly isResponse: boolean;
  /** True if the message is nested more than 500 levels deep. */
  readonly isTooDeep: boolean;
  /** The JSON of a member at the top, as it is written; `undefined` if there is none. */
  member(name: string): string | undefined;
}

/** Reads the head of a message; `undefined` if the text is no object: a batch, a blank line, or no JSON. */
export function readHead(json: string): MessageHead | undefined {
  const members = readMembers(json);
  if (!members) {
    return undefined;
  }
  const { spans } = members;
  const textOf = (name: string) => spanText(json, members, name);
  const method = tryParseJson(textOf('method'));
  const id = idOf(textOf('id'));
  return {
    id,
    method: typeof method === 'string' ? method : undefined,
    isResponse: typeof method !== 'string' && id !== undefined && (spans.has('result') || spans.has('error')),
    isTooDeep: members.depth > maxMessageDepth,
    member: textOf,
  };
}

/** The messages of a batch (revision 2025-03-26), at most 500; `undefined` for a text that is no array. */
export function readBatch(json: string): readonly string[] | undefined {
  return readItems(json, maxBatch);
}

/** A response whose result has other items in a list, each as it is written; every byte outside of the list stays. */
export function withItems(json: string, list: string, choose: (items: readonly string[]) => readonly string[]): string {
  const outer = readMembers(json)?.spans.get('result');
  const inner = outer && readMembers(json.slice(...outer))?.spans.get(list);
  if (!inner) {
    return json;
  }
  const [start, end] = [outer[0] + inner[0], outer[0] + inner[1]];
  const items = readItems(json.slice(start, end), Number.POSITIVE_INFINITY);
  const chosen = items && choose(items);
  return chosen && chosen !== items ? `${json.slice(0, start)}[${chosen.join(',')}]${json.slice(end)}` : json;
}

/** The items of an array as they are written; `undefined` for a text that is none. */
function readItems(json: string, limit: number): readonly string[] | undefined {
  const items: string[] = [];
  let at = skipWhiteSpace(json, 0);
  if (json[at] !== '[') {
    return undefined;
  }
  for (at = skipWhiteSpace(json, at + 1); items.length < limit; at = skipWhiteSpace(json, at + 1)) {
    const { end } = endOfValue(json, at);
    if (end > at) {
      items.push(json.slice(at, end));
    }
    at = skipWhiteSpace(json, end);
    if (json[at] !== ',') {
      return json[at] === ']' && skipWhiteSpace(json, at + 1) === json.length ? items : undefined;
    }
  }
  return items;
}

/** The id of the request that a notification cancels: see `MessageHead.id`. */
export function cancelledId(head: MessageHead): string | undefined {
  const params = head.member('params');
  const members = params === undefined ? undefined : readMembers(params);
  return members && idOf(spanText(params ?? '', members, 'requestId'));
}

/** The JSON of a value in an object, found by its keys, as it is written; `undefined` if there is none. */
export function textAt(json: string, path: readonly string[]): string | undefined {
  return path.reduce<string | undefined>((text, name) => {
    const members = text === undefined ? undefined : readMembers(text);
    return members && spanText(text ?? '', members, name);
  }, json);
}

/** An object with another value where `textAt` has found one. `value`: JSON. */
export function withTextAt(json: string, [name, ...rest]: readonly [string, ...string[]], value: string): string {
  const [next, ...others] = rest;
  const inner = next === undefined ? value : withTextAt(textAt(json, [name]) ?? '{}', [next, ...others], value);
  return withMember(json, name, inner);
}

/** A message with another id. `id`: JSON. */
export function withId(json: string, id: string): string {
  return readMembers(json)?.spans.has('id') ? withMember(json, 'id', id) : json;
}

/** An object with another value of a member, which is added if there is none. `value`: JSON. */
export function withMember(json: string, name: string, value: string): string {
  const members = readMembers(json);
  const span = members?.spans.get(name);
  if (span) {
    return `${json.slice(0, span[0])}${value}${json.slice(span[1])}`;
  }
  const rest = json.slice(json.indexOf('{') + 1);
  return members ? `{${JSON.stringify(name)}:${value}${members.spans.size > 0 ? ',' : ''}${rest}` : json;
}

function spanText(json: string, { spans }: Members, name: string): string | undefined {
  const span = spans.get(name);
  return span && json.slice(...span);
}

/** The same text for equal strings and numbers, however they are written. A number that would lose digits stays as it is. */
function idOf(json: string | undefined): string | undefined {
  if (json === undefined || json === 'null') {
    return undefined;
  }
  const value = isContainerStart(json[0]) ? undefined : tryParseJson(json);
  return typeof value === 'string' || Number.isSafeInteger(value) ? JSON.stringify(value) : json;
}

function readMembers(json: string): Members | undefined {
  const spans = new Map<string, readonly [number, number]>();
  let depth = 0;
  let at = skipWhiteSpace(json, 0);
  if (json[at] !== '{') {
    return undefined;
  }
  at = skipWhiteSpace(json, at + 1);
  while (json[at] === '"') {
    const keyEnd = endOfJsonString(json, at) + 1;
    const key = tryParseJson(json.slice(at, keyEnd));
    const colon = skipWhiteSpace(json, keyEnd);
    const start = skipWhiteSpace(json, colon + 1);
    const value = endOfValue(json, start);
    if (typeof key !== 'string' || json[colon] !== ':' || value.end === start) {
      return undefined;
    }
    // The last one counts, as for `JSON.parse`.
    spans.set(key, [start, value.end]);
    depth = Math.max(depth, value.depth);
    at = skipWhiteSpace(json, value.end);
    if (json[at] !== ',') {
      break;
    }
    at = skipWhiteSpace(json, at + 1);
  }
  return json[at] === '}' && skipWhiteSpace(json, at + 1) === json.length ? { spans, depth: depth + 1 } : undefined;
}

/** The index of the first character from `start` that is no white space of JSON. */
export function skipWhiteSpace(json: string, start: number): number {
  let at = start;
  while (json[at] === ' ' || json[at] === '\t' || json[at] === '\r' || json[at] === '\n') {
    at += 1;
  }
  return at;
}

/** A value in a text: the index behind it, and the levels of its arrays and objects. */
interface ValueEnd {
  readonly end: number;
  readonly depth: number;
}

const scalar = /[^,\]}\s]+/y;

/** The end of the value at `start`; `start` itself if there is none. */
function endOfValue(json: string, start: number): ValueEnd {
  if (json[start] === '"') {
    return { end: endOfJsonString(json, start) + 1, depth: 0 };
  }
  if (isContainerStart(json[start])) {
    return endOfNested(json, start);
  }
  scalar.lastIndex = start;
  return { end: scalar.test(json) ? scalar.lastIndex : start, depth: 0 };
}

function isContainerStart(character: string | undefined): boolean {
  return character === '{' || character === '[';
}

const quote = 0x22;
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Nesting is counted, not recursed into. */
function endOfNested(json: string, start: number): ValueEnd {
  let level = 0;
  let depth = 0;
  for (let at = start; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      at = endOfJsonString(json, at);
    } else if (code === openArray || code === openObject) {
      level += 1;
      depth = Math.max(depth, level);
    } else if (code === closeArray || code === closeObject) {
      level -= 1;
      if (level === 0) {
        return { end: at + 1, depth };
      }
    }
  }
  return { end: start, depth };
}
