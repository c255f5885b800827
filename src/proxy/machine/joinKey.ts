import type { Envelope } from '#proxy/wire/envelope.ts';
import { skipString } from '#proxy/wire/jsonBytes.ts';
import { isJsonObject } from './jsonRpc.ts';

const quote = 0x22;

/** The keys of `_meta` by which agents mark a conversation: `vscode.conversationId`, `threadId`, `session_id`. */
const conversationKey = /(conversation|thread|session|chat)[-_.]?(id)?$/i;

/**
 * Equal for two calls of one tool with deep-equal arguments, in any order of keys, in the same conversation. `undefined` for a
 * call that continues another one, or that cannot be compared.
 */
export function joinKey(request: Envelope): string | undefined {
  const params = request.keys(['params']);
  return ['inputResponses', 'requestState', 'task'].some((key) => params.includes(key)) ? undefined : callKey(request);
}

/** The same for calls of all kinds, also for those that continue another one. */
export function callKey(request: Envelope): string | undefined {
  const marks = request.keys(['params', '_meta']).filter((key) => conversationKey.test(key));
  const paths = [['name'], ['uri'], ['arguments'], ...[...new Set(marks)].sort().map((key) => ['_meta', key])];
  try {
    const texts = paths.map((path) => [path.join(' '), canonicalText(request.text(['params', ...path]) ?? '')]);
    return JSON.stringify(texts);
  } catch {
    // No JSON, or nested too deeply.
    return undefined;
  }
}

/**
 * The same for two JSON texts if they have the same value. Numbers are compared as they are written: `JSON.parse` would make
 * two large numbers equal.
 * @throws SyntaxError, RangeError
 */
function canonicalText(json: string): string {
  return json === '' ? '' : sortedText(JSON.parse(withNumbersAsStrings(Buffer.from(json))));
}

/** Replaces each number by a string. Numbers then begin with `n`, and strings and keys with `s`. */
function withNumbersAsStrings(bytes: Buffer): string {
  const parts: string[] = [];
  for (let index = 0; index < bytes.length; ) {
    const isString = bytes[index] === quote;
    const nextString = bytes.indexOf(quote, index);
    const end = isString ? skipString(bytes, index) : nextString < 0 ? bytes.length : nextString;
    const text = bytes.toString('utf8', index, end);
    parts.push(isString ? `"s${text.slice(1)}` : text.replace(/-?\d[-+.\deE]*/g, (number) => `"n${number}"`));
    index = end;
  }
  return parts.join('');
}

function sortedText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedText).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${sortedText(value[key])}`);
  return `{${members.join(',')}}`;
}
