import { PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/client';
import { type MessageHead, readHead } from '#core/agents/lending/messages/messageHead.ts';
import { hasTooManyJsonParts } from '#core/common/messageLimits.ts';
import { isRecord, tryParseJson } from '#form/json.ts';
import type { LentMessage } from './lentConnection.ts';
import type { RepliedRequest } from './lentReplies.ts';

/** A request of the agent's that has no response yet. */
export interface LentRequest extends RepliedRequest, LentMessage {
  /** See `MessageHead.id`. */
  readonly id: string;
  readonly params: unknown;
  /** True after it was sent again, because the server had not run it: it had forgotten the session, or refused the headers. */
  isRepeated: boolean;
  /** See `LentConnection.authorizationId`: the one with which it was sent last. */
  sentWith: string | undefined;
}

/** The requests that may ask the user, also to sign in. */
const askingMethods: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** The limit that a message of the agent's exceeds, which is then not read: parsing it could take seconds and much memory. */
export function exceededLimit(text: string, head: MessageHead): 'tooDeep' | 'tooManyValues' | undefined {
  if (head.isTooDeep) {
    return 'tooDeep';
  }
  return hasTooManyJsonParts(text) ? 'tooManyValues' : undefined;
}

/** The request in a message that is not read; `undefined` for a notification or a response. */
export function unreadRequestIn({ id, method, member }: MessageHead): RepliedRequest | undefined {
  if (id === undefined || method === undefined) {
    return undefined;
  }
  const meta = memberIn(memberIn(member('params'), '_meta'), PROTOCOL_VERSION_META_KEY);
  return { writtenId: member('id') ?? id, method, isModern: meta?.startsWith('"') === true };
}

function memberIn(json: string | undefined, name: string): string | undefined {
  return json === undefined ? undefined : readHead(json)?.member(name);
}

/** Reads a message of the agent's that exceeds no limit; `undefined` if it is none. */
export function readLentMessage(text: string, head = readHead(text)): LentMessage | undefined {
  const value = head && tryParseJson(text);
  return head && isRecord(value) ? { text, head, value, mayAsk: askingMethods.has(head.method ?? '') } : undefined;
}

/** The request in a message; `undefined` for a notification or a response. */
export function requestIn(message: LentMessage): LentRequest | undefined {
  const { id, method } = message.head;
  if (id === undefined || method === undefined) {
    return undefined;
  }
  const writtenId = message.head.member('id') ?? id;
  const isModern = isModernMessage(message.value);
  const params = message.value['params'];
  return { ...message, id, writtenId, method, params, isModern, isRepeated: false, sentWith: undefined };
}

/** True for a message of 2026-07-28 or later. */
export function isModernMessage(message: Readonly<Record<string, unknown>>): boolean {
  return revisionIn(message) !== undefined;
}

/**
 * The revision that a message names; `undefined` before 2026-07-28.
 * Source: MCP specification 2026-07-28, basic/index, "_meta".
 */
export function revisionIn({ params }: Readonly<Record<string, unknown>>): string | undefined {
  const meta = isRecord(params) ? params['_meta'] : undefined;
  const revision = isRecord(meta) ? meta[PROTOCOL_VERSION_META_KEY] : undefined;
  return typeof revision === 'string' ? revision : undefined;
}

/** The response to a request of this host. */
export interface OwnReply {
  readonly text: string;
  readonly head: MessageHead;
}

interface OwnRequest {
  readonly resolve: (reply: OwnReply) => void;
  readonly reject: (error: unknown) => void;
}

const ownIdPrefix = 'mcp-elicitation-host-';

/** The requests that this host itself sends over one connection of an agent, by the JSON of their id. */
export class OwnRequests {
  readonly #open = new Map<string, OwnRequest>();
  #lastId = 0;

  /** Resolves with the response. `send` gets the JSON of the id. Rejects if there is no response. */
  send(send: (id: string) => void): Promise<OwnReply> {
    this.#lastId += 1;
    const id = JSON.stringify(`${ownIdPrefix}${this.#lastId}`);
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject });
      send(id);
    });
  }

  /** False if it is the response to another request. */
  receive(text: string, head: MessageHead): boolean {
    const own = this.#open.get(head.id ?? '');
    this.#open.delete(head.id ?? '');
    own?.resolve({ text, head });
    return own !== undefined;
  }

  /** False if it is another request. */
  fail(id: string, error: unknown): boolean {
    const own = this.#open.get(id);
    this.#open.delete(id);
    own?.reject(error);
    return own !== undefined;
  }

  failAll(error: unknown): void {
    for (const id of [...this.#open.keys()]) {
      this.fail(id, error);
    }
  }
}
