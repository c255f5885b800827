import { t } from '@vscode/l10n';
import { endOfJsonString } from '#form/json.ts';
import { formatNumber } from '#form/language.ts';
import { HostError } from './errors.ts';

/** The longest JSON-RPC message that is read, in UTF-16 code units. */
export const maxMessageLength = 16 * 1024 * 1024;
/**
 * The largest number of messages in a batch. A batch is handled in one turn of the event loop, and each message can take a
 * tenth of a millisecond.
 * Source: MCP specification 2025-03-26, basic/index, "Batching"; no other revision has batches.
 */
const maxMessagesInBatch = 500;
/**
 * The largest number of values in a message: array elements, properties, arrays and objects. A message of 16 Mi characters
 * can have millions of empty objects, which take seconds and hundreds of MB to parse. A message with this number of
 * values takes less than a second.
 */
export const maxJsonParts = 500_000;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openArray = 0x5b;
const openObject = 0x7b;

/** The error for a message that exceeds a limit and was not read. Its texts are for the user. */
export class OversizedMessageError extends HostError {
  constructor(summary: string) {
    super({ name: 'CallFailed', summary, remedy: t('The server has to be corrected.') });
  }
}

export function messageTooLongError(maxLength = maxMessageLength): OversizedMessageError {
  return new OversizedMessageError(
    t('The server sent a message of more than {0} characters.', formatNumber(maxLength)),
  );
}

/** @throws OversizedMessageError if the text is longer than `maxLength` or has more than `maxJsonParts` values */
export function checkMessageSize(json: string, maxLength = maxMessageLength): void {
  if (json.length > maxLength) {
    throw messageTooLongError(maxLength);
  }
  if (hasTooManyJsonParts(json)) {
    throw new OversizedMessageError(
      t('The server sent a message of more than {0} values.', formatNumber(maxJsonParts)),
    );
  }
}

/**
 * The messages of a batch. A value that is no array is returned as the only message.
 * @throws OversizedMessageError if the batch has too many messages
 */
export function messagesInBatch(json: unknown): readonly unknown[] {
  if (!Array.isArray(json)) {
    return [json];
  }
  if (json.length > maxMessagesInBatch) {
    throw new OversizedMessageError(
      t('The server sent a batch of more than {0} messages.', formatNumber(maxMessagesInBatch)),
    );
  }
  return json;
}

/** True if JSON text has more than `maxJsonParts` values. Does not parse it. */
export function hasTooManyJsonParts(json: string): boolean {
  return json.length > maxJsonParts && countJsonParts(json) > maxJsonParts;
}

/** The number of values in JSON text, counted by its commas, colons and brackets; at most `max` + 1. */
export function countJsonParts(json: string, max = maxJsonParts): number {
  let parts = 0;
  for (let at = 0; at < json.length && parts <= max; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      at = endOfJsonString(json, at);
    } else if (code === comma || code === colon || code === openArray || code === openObject) {
      parts += 1;
    }
  }
  return parts;
}

/** The deepest level of a message. `JSON.stringify` is recursive and fails for messages that are nested much deeper. */
export const maxMessageDepth = 500;

/** True if a parsed JSON value is nested more than 500 levels deep. */
export function isNestedTooDeep(value: unknown): boolean {
  return hasPartBelow(value, maxMessageDepth);
}

/** True if a value has a part more than `levels` below it. Calls itself at most once for each of these levels. */
function hasPartBelow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  if (Array.isArray(value)) {
    return value.some((part) => levels === 0 || hasPartBelow(part, levels - 1));
  }
  for (const name in value) {
    if (levels === 0 || hasPartBelow(Reflect.get(value, name), levels - 1)) {
      return true;
    }
  }
  return false;
}
