import { t } from '@vscode/l10n';
import { endOfJsonString } from '#form/json.ts';
import { formatNumber } from '#form/language.ts';
import { HostError } from './errors.ts';

/** Characters of one message: what a server may make us hold. */
export const maxMessageLength = 16 * 1024 * 1024;
/**
 * Messages of one batch. They are handed over in one turn of the event loop, and each can take a tenth of a millisecond.
 * Source: MCP specification 2025-03-26, basic/index, "Batching"; no other revision has batches.
 */
const mostInBatch = 500;
/**
 * Parts of one message: entries of lists, properties, lists and objects. A message of 16 Mi characters can have millions of
 * empty objects, which take seconds and hundreds of MB to read; of so many parts none takes a second.
 */
export const maxJsonParts = 500_000;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const openObject = 0x7b;

/** A message that is over a limit, in words for the user. It was not read. */
export class OversizedMessageError extends HostError {
  constructor(summary: string) {
    super({ name: 'CallFailed', summary, remedy: t('The server has to be corrected.') });
  }
}

export function messageTooLongError(limit = maxMessageLength): OversizedMessageError {
  return new OversizedMessageError(t('The server sent a message of more than {0} characters.', formatNumber(limit)));
}

/** Throws OversizedMessage where a text is longer than `limit`, or has more parts than a message may have. */
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

/** The messages in a batch; anything else is alone. Throws OversizedMessage where a batch has too many. */
export function messagesInBatch(json: unknown): readonly unknown[] {
  if (!Array.isArray(json)) {
    return [json];
  }
  if (json.length > mostInBatch) {
    throw new OversizedMessageError(t('The server sent a batch of more than {0} messages.', formatNumber(mostInBatch)));
  }
  return json;
}

/** Whether JSON has more parts than a message may have. Looks at its characters only, before it is read. */
export function hasTooManyJsonParts(json: string): boolean {
  return json.length > maxJsonParts && countJsonParts(json) > maxJsonParts;
}

/** How many parts JSON has, counted by its characters; not counted beyond one more than `most`. */
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

/** Levels of a message. Deeper ones cannot be written as JSON again: `JSON.stringify` calls itself for each level. */
const deepest = 500;

/** A list or an object, and how far it was looked through. */
interface Level {
  readonly value: object;
  /** Of an object; absent for a list, whose entries are not copied. */
  readonly names: readonly string[] | undefined;
  readonly length: number;
  next: number;
}

/**
 * Whether JSON is nested deeper than anything that means well. Looks at one value after the other without calling itself, and
 * holds no more than the way to the one that it looks at.
 */
export function isNestedTooDeep(value: unknown): boolean {
  const way: Level[] = isContainer(value) ? [levelOf(value)] : [];
  for (let level = way.at(-1); level; level = way.at(-1)) {
    if (level.next === level.length) {
      way.pop();
      continue;
    }
    const part: unknown = Reflect.get(level.value, level.names?.[level.next] ?? level.next);
    level.next += 1;
    if (way.length > deepest) {
      return true;
    }
    if (isContainer(part)) {
      way.push(levelOf(part));
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
