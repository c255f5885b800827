import { t } from '@vscode/l10n';
import { endOfJsonString } from '#form/json.ts';
import { formatNumber } from '#form/language.ts';
import { HostError } from './errors.ts';

/** Characters of one message. */
export const maxMessageLength = 16 * 1024 * 1024;
/**
 * Messages of one batch. They are received in one turn of the event loop, and each can take a tenth of a millisecond.
 * Source: MCP specification 2025-03-26, basic/index, "Batching"; no other revision has batches.
 */
const maxMessagesInBatch = 500;
/**
 * Values of one message: entries of arrays, properties, arrays and objects. A message of 16 Mi characters can have millions
 * of empty objects, which take seconds and hundreds of MB to parse. So many values take less than a second.
 */
export const maxJsonParts = 500_000;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const openObject = 0x7b;

/** A message exceeds a limit and was not read. The texts are for the user. */
export class OversizedMessageError extends HostError {
  constructor(summary: string) {
    super({ name: 'CallFailed', summary, remedy: t('The server has to be corrected.') });
  }
}

export function messageTooLongError(limit = maxMessageLength): OversizedMessageError {
  return new OversizedMessageError(t('The server sent a message of more than {0} characters.', formatNumber(limit)));
}

/** Throws OversizedMessageError when a text is longer than `limit` or has more than `maxJsonParts` values. */
export function checkMessageSize(json: string, limit = maxMessageLength): void {
  if (json.length > limit) {
    throw messageTooLongError(limit);
  }
  if (hasTooManyJsonParts(json)) {
    throw new OversizedMessageError(
      t('The server sent a message of more than {0} values.', formatNumber(maxJsonParts)),
    );
  }
}

/** The messages in a batch; anything else is returned as the only one. Throws OversizedMessageError for a batch of too many. */
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

/** True when JSON has more than `maxJsonParts` values. Counts its characters, without parsing it. */
export function hasTooManyJsonParts(json: string): boolean {
  return json.length > maxJsonParts && countJsonParts(json) > maxJsonParts;
}

/** The number of values in JSON, by its characters; at most `most` + 1. */
export function countJsonParts(json: string, most = maxJsonParts): number {
  let parts = 0;
  for (let at = 0; at < json.length && parts <= most; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      at = endOfJsonString(json, at);
    } else if (code === comma || code === colon || code === openList || code === openObject) {
      parts += 1;
    }
  }
  return parts;
}

/** Levels of a message. `JSON.stringify` is recursive and fails for much deeper ones. */
const maxDepth = 500;

/** An array or an object, and the index of its next member to visit. */
interface Level {
  readonly value: object;
  /** Of an object; absent for an array, whose entries are not copied. */
  readonly names: readonly string[] | undefined;
  readonly length: number;
  next: number;
}

/**
 * True when JSON is nested more than 500 levels deep. Not recursive: it holds only the path to the value that it visits.
 */
export function isNestedTooDeep(value: unknown): boolean {
  const path: Level[] = isContainer(value) ? [levelOf(value)] : [];
  for (let level = path.at(-1); level; level = path.at(-1)) {
    if (level.next === level.length) {
      path.pop();
      continue;
    }
    const part: unknown = Reflect.get(level.value, level.names?.[level.next] ?? level.next);
    level.next += 1;
    if (path.length > maxDepth) {
      return true;
    }
    if (isContainer(part)) {
      path.push(levelOf(part));
    }
  }
  return false;
}

function levelOf(value: object): Level {
  const names = Array.isArray(value) ? undefined : Object.keys(value);
  return { value, names, length: names?.length ?? (value as readonly unknown[]).length, next: 0 };
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
