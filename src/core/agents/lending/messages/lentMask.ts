import type { TextRange } from '#core/common/knownValues.ts';
import type { SecretMask } from '#core/common/secretMask.ts';
import { endOfJsonString, tryParseJson } from '#form/json.ts';
import { readHead, skipWhiteSpace, withId } from './messageHead.ts';

/**
 * The words of the protocol and of JSON Schema, by the member whose value they are. Of the methods, those that servers send.
 * Source: MCP specification 2025-11-25 and 2026-07-28, schema.
 */
const words: ReadonlyMap<string, ReadonlySet<string>> = wordsIn({
  jsonrpc: ['2.0'],
  method: [
    ...['ping', 'roots/list', 'sampling/createMessage', 'elicitation/create'],
    ...['tasks/get', 'tasks/result', 'tasks/list', 'tasks/cancel', 'notifications/tasks', 'notifications/tasks/status'],
    ...['notifications/cancelled', 'notifications/progress', 'notifications/message'],
    ...['notifications/resources/updated', 'notifications/resources/list_changed', 'notifications/tools/list_changed'],
    ...['notifications/prompts/list_changed', 'notifications/elicitation/complete'],
    'notifications/subscriptions/acknowledged',
  ],
  type: [
    ...['text', 'image', 'audio', 'resource', 'resource_link', 'tool_use', 'tool_result', 'ref/prompt', 'ref/resource'],
    ...['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'],
  ],
  resultType: ['complete', 'input_required', 'task'],
  role: ['user', 'assistant'],
  mode: ['form', 'url'],
  action: ['accept', 'decline', 'cancel'],
});

/** Escapes with which JSON can spell characters that need none, so that the text does not show a secret. */
const anyEscape = /\\[/u]/;

/**
 * A message of the server without the secrets of its entry: they are masked in its texts, however JSON spells them. Keys and numbers stay,
 * so do the words of the protocol where they belong, and the id of a response, which the agent has chosen, so that a secret that is also
 * such a word does not break the message. Nothing else is changed. A response to no request of the agent must not be passed on.
 */
export function withSecretsMasked(json: string, secrets: SecretMask): string {
  const { values } = secrets.maskedValues;
  const found = values.rangesIn(json);
  if (values.isEmpty || (found.length === 0 && !anyEscape.test(json))) {
    return json;
  }
  if (tryParseJson(json) === undefined) {
    return secrets.mask(json);
  }
  const parts: string[] = [];
  let copied = 0;
  for (const { start, end } of textsWith(found, json)) {
    const text = JSON.parse(json.slice(start, end)) as string;
    const masked = secrets.mask(text);
    if (masked !== text) {
      parts.push(json.slice(copied, start), JSON.stringify(masked));
      copied = end;
    }
  }
  return copied === 0 ? json : withIdOf(json, `${parts.join('')}${json.slice(copied)}`);
}

/** A masked message with the id that it had, if it is a response. */
function withIdOf(json: string, masked: string): string {
  const head = readHead(json);
  const id = head?.isResponse ? head.member('id') : undefined;
  return id?.startsWith('"') ? withId(masked, id) : masked;
}

/** The string values that have something of the ranges, or may have it escaped, without the words of the protocol. */
function* textsWith(ranges: readonly TextRange[], json: string): Generator<TextRange> {
  const hasEscapes = anyEscape.test(json);
  /** The last key, and where its value starts. */
  let key = '';
  let valueStart = -1;
  let next = 0;
  for (let start = json.indexOf('"'); start !== -1; ) {
    const end = endOfJsonString(json, start) + 1;
    while ((ranges[next]?.end ?? Number.POSITIVE_INFINITY) <= start) {
      next += 1;
    }
    const mayHaveSecret =
      (ranges[next]?.start ?? Number.POSITIVE_INFINITY) < end || (hasEscapes && anyEscape.test(json.slice(start, end)));
    const colon = skipWhiteSpace(json, end);
    if (json[colon] === ':') {
      key = json.slice(start, end);
      valueStart = skipWhiteSpace(json, colon + 1);
    } else if (mayHaveSecret && !(start === valueStart && words.get(key)?.has(json.slice(start, end)))) {
      yield { start, end };
    }
    start = json.indexOf('"', end);
  }
}

/** By the JSON of the key: the JSON of the words. */
function wordsIn(members: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    Object.entries(members).map(([key, list]) => [
      JSON.stringify(key),
      new Set(list.map((word) => JSON.stringify(word))),
    ]),
  );
}
