import assert from 'node:assert/strict';
import { isJSONRPCRequest } from '@modelcontextprotocol/client';
import { settled } from '#test/host/until.ts';
import { checkIsDecision } from './caseChecks.ts';
import { checkReply, isObject } from './hostileChecks.ts';
import { type HostileCallEnd, type HostileCase, shared } from './hostileHost.ts';
import type { Message } from './hostilePeer.ts';

/** A call that runs until its server sends the result. */
interface UnfinishedCall {
  readonly ended: Promise<HostileCallEnd>;
  /** The server sends the result. */
  finish(): void;
}

/** Begins a call, and waits until the server has received it. */
export async function beginCall(hostileCase: HostileCase): Promise<UnfinishedCall> {
  const { peer } = hostileCase;
  let finish: () => void = () => undefined;
  peer.answer = (count) => {
    const id = peer.received.at(-1)?.id;
    finish = () => peer.push({ jsonrpc: '2.0', id, result: { content: [] } });
    return count > 1 ? { result: {} } : undefined;
  };
  const ended = hostileCase.call();
  await settled(() => peer.received.some(({ method }) => method === 'tools/call'));
  return { ended, finish: () => finish() };
}

/** The messages that a server pushes at once, and the replies to its requests. */
export class PushedMessages {
  readonly sent: readonly unknown[];
  readonly #case: HostileCase;
  /** By id. A request with the id of an open request is ignored. */
  readonly #requests: ReadonlyMap<unknown, Message>;
  /** The number of replies before the request was cancelled, by id. */
  readonly #cancelled = new Map<unknown, number>();

  /** `sameId`: messages that name no value for their id get one and the same. */
  constructor(hostileCase: HostileCase, messages: readonly unknown[], sameId: boolean) {
    this.#case = hostileCase;
    this.sent = messages.map((part, index): unknown => {
      const defaultId = sameId ? 'same' : `id ${index}`;
      return isObject(part) && part['id'] === undefined && 'id' in part ? { ...part, id: defaultId } : part;
    });
    this.#requests = requestsOf(this.sent);
    hostileCase.cancelRequests = () => this.#cancel();
  }

  push(): void {
    for (const part of this.sent) {
      this.#case.peer.push(part);
    }
  }

  /** Waits until each request has a reply, was cancelled or waits for the user, or until the connection is closed. */
  async settled(): Promise<void> {
    const isUnanswered = (id: unknown) => !this.#cancelled.has(id) && this.#repliesTo(id).length === 0;
    const waiting = () => [...this.#requests.keys()].filter(isUnanswered).length;
    const { peer } = this.#case;
    await settled(() => this.#case.pendingActs === 0 && (peer.closed || waiting() === shared.inbox.pending.length));
  }

  /** Checks that each request has one reply, which fits it. `wasClosed`: the connection was closed before all were settled. */
  checkReplies(wasClosed: boolean): void {
    for (const [id, request] of this.#requests) {
      this.#checkCount(id, request, wasClosed);
    }
    for (const reply of this.#replies) {
      this.#checkReply(reply);
    }
  }

  get #replies(): Message[] {
    return this.#case.peer.received.filter(({ method, id }) => method === undefined && id !== undefined);
  }

  #repliesTo(id: unknown): Message[] {
    return this.#replies.filter((reply) => reply.id === id);
  }

  #cancel(): void {
    for (const id of this.#requests.keys()) {
      if (!this.#cancelled.has(id)) {
        this.#cancelled.set(id, this.#repliesTo(id).length);
        this.#case.peer.push({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
      }
    }
  }

  #checkCount(id: unknown, request: Message, wasClosed: boolean): void {
    const replies = this.#repliesTo(id);
    const isElicitation = request.method === 'elicitation/create';
    if (this.#cancelled.has(id) && isElicitation) {
      assert.equal(replies.length, this.#cancelled.get(id), 'a reply after the request was cancelled');
    } else if (!(wasClosed || this.#cancelled.has(id))) {
      assert.ok(replies.length > 0, `no reply to ${JSON.stringify(id)}`);
    }
    const withSameId = this.sent.filter((part) => isObject(part) && part['id'] === id && 'method' in part);
    const read = withSameId.findIndex(isJSONRPCRequest);
    // Each malformed request is refused, until a valid one is open.
    const maxReplies = read < 0 ? withSameId.length : read + 1;
    assert.ok(replies.length <= maxReplies, `${replies.length} replies to ${JSON.stringify(id)}`);
  }

  #checkReply(reply: Message): void {
    const request = this.#requests.get(reply.id);
    assert.ok(request, `a reply to nothing: ${JSON.stringify(reply)}`);
    if (request.method === 'elicitation/create' || reply.error) {
      checkReply(reply, request.params);
      if (reply.result) {
        checkIsDecision(this.#case, reply.result);
      }
    } else {
      assert.ok('result' in reply !== 'error' in reply);
    }
  }
}

/** The request of each id: the first that is valid, or, if none is, the first one. A malformed one is refused, after which its id is free. */
function requestsOf(sent: readonly unknown[]): Map<unknown, Message> {
  const requests = new Map<unknown, Message>();
  for (const part of sent) {
    const isRequest = isObject(part) && 'method' in part && isId(part['id']);
    if (isRequest && !requests.has(part['id'])) {
      const valid = sent.find((other) => isJSONRPCRequest(other) && other.id === part['id']);
      requests.set(part['id'], (valid ?? part) as Message);
    }
  }
  return requests;
}

function isId(id: unknown): boolean {
  return typeof id === 'string' || typeof id === 'number';
}
