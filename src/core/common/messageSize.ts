import { t } from '@vscode/l10n';
import { endOfText } from '#form/laidOutJson.ts';
import { inNumbers } from '#form/language.ts';
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
export const mostParts = 500_000;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const openObject = 0x7b;

/** A message that is over a limit, in words for the user. It was not read. */
export class OversizedMessage extends HostError {
  constructor(summary: string) {
    super({ name: 'CallFailed', summary, remedy: t('The server has to be corrected.') });
  }
}

export function messageTooLong(limit = maxMessageLength): OversizedMessage {
  return new OversizedMessage(t('The server sent a message of more than {0} characters.', inNumbers(limit)));
}

/** Throws OversizedMessage where a text is longer than `limit`, or has more parts than a message may have. */
export function checkSize(json: string, limit = maxMessageLength): void {
  if (json.length > limit) {
    throw messageTooLong(limit);
  }
  if (hasTooManyParts(json)) {
    throw new OversizedMessage(t('The server sent a message of more than {0} values.', inNumbers(mostParts)));
  }
}

/** The messages in a batch; anything else is alone. Throws OversizedMessage where a batch has too many. */
export function messagesIn(json: unknown): readonly unknown[] {
  if (!Array.isArray(json)) {
    return [json];
  }
  if (json.length > mostInBatch) {
    throw new OversizedMessage(t('The server sent a batch of more than {0} messages.', inNumbers(mostInBatch)));
  }
  return json;
}

/** Whether JSON has more parts than a message may have. Looks at its characters only, before it is read. */
export function hasTooManyParts(json: string): boolean {
  return json.length > mostParts && partsIn(json) > mostParts;
}

/** How many parts JSON has, counted by its characters; not counted beyond one more than `most`. */
export function partsIn(json: string, most = mostParts): number {
  let parts = 0;
  for (let at = 0; at < json.length && parts <= most; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      at = endOfText(json, at);
    } else if (code === comma || code === colon || code === openList || code === openObject) {
      parts += 1;
    }
  }
  return parts;
}
