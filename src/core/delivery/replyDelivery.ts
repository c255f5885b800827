import type { JSONRPCResponse } from '@modelcontextprotocol/client';
import { pauseAfterBreak, type ReplyPolicy, retryWhenBroken, sendOnce } from '#core/transport/replyPolicy.ts';
import { classifyReplyError, retryPause } from './classifyDeliveryError.ts';
import type { Deliveries } from './delivery.ts';
import type { DeliveryFailure } from './deliveryState.ts';

/**
 * Delivers the replies of one connection. The user's answer to a request is sent until it arrives or the call ends:
 * automatically after a broken connection (at most three times) and after `Retry-After` (once), then when the user requests a
 * retry. Sending again is safe, because the server can use a reply to one request id only once.
 */
export class ReplyDelivery implements ReplyPolicy {
  readonly #type: 'stdio' | 'http' | 'sse';
  /** The tracked requests, by the JSON-RPC id of the server's request. */
  readonly #tracked = new Map<unknown, { readonly id: string; readonly deliveries: Deliveries }>();
  /** Called after a failure that may mean that the server is gone or has lost the session. */
  checkHealth: () => void = () => undefined;

  constructor(type: 'stdio' | 'http' | 'sse') {
    this.#type = type;
  }

  /** Tracks the next reply with this JSON-RPC id as the answer to the request `id`. */
  trackReply(replyId: string | number, id: string, deliveries: Deliveries): void {
    this.#tracked.set(replyId, { id, deliveries });
  }

  async deliver(
    reply: JSONRPCResponse,
    attempt: (signal?: AbortSignal) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const tied = this.#tracked.get(reply.id);
    this.#tracked.delete(reply.id);
    if (!tied?.deliveries.get(tied.id)) {
      await (this.#type === 'stdio' ? sendOnce : retryWhenBroken).deliver(reply, attempt, signal);
      return;
    }
    const { id, deliveries } = tied;
    const closed = () => deliveries.end(id, 'lost');
    signal.addEventListener('abort', closed, { once: true });
    try {
      await this.#send(id, deliveries, attempt);
    } finally {
      signal.removeEventListener('abort', closed);
    }
  }

  async #send(id: string, deliveries: Deliveries, attempt: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const over = deliveries.endSignal(id);
    // Aborts an attempt that waits before sending, such as for a sign-in.
    const finished = new AbortController();
    void deliveries.finished(id).then(() => finished.abort(deliveryFinished()));
    let breaks = 0;
    let paused = false;
    for (;;) {
      try {
        await Promise.race([attempt(finished.signal), rejectWhenFinished(id, deliveries)]);
        deliveries.arrived(id, this.#type === 'stdio' ? 'sent' : 'delivered');
        return;
      } catch (error) {
        const { kind, failure } = classifyReplyError(error);
        const again = await this.#waitForAutomaticRetry({ id, deliveries, over, failure, breaks, paused });
        if (again === undefined) {
          deliveries.failed(id, kind, failure);
          if (over.aborted) {
            return;
          }
          if (isBreak(failure) || failure.status === 400 || failure.status === 404) {
            this.checkHealth();
          }
          if (!(await deliveries.waitForRetry(id))) {
            return;
          }
        }
        breaks = again === 'broken' ? breaks + 1 : 0;
        paused = again === 'paused' || (again === 'broken' && paused);
      }
    }
  }

  /** Waits for an automatic retry; `undefined` if there is none. */
  async #waitForAutomaticRetry({
    id,
    deliveries,
    over,
    failure,
    breaks,
    paused,
  }: FailedAttempt): Promise<'broken' | 'paused' | undefined> {
    const isBroken = this.#type !== 'stdio' && isBreak(failure);
    const pauseMs = paused ? undefined : retryPause(failure);
    try {
      if (!over.aborted && isBroken && (await pauseAfterBreak(breaks, over))) {
        return 'broken';
      }
      if (!over.aborted && pauseMs !== undefined) {
        await deliveries.pause(id, pauseMs, failure);
        return 'paused';
      }
    } catch (error) {
      if (!over.aborted) {
        throw error;
      }
    }
    return undefined;
  }
}

interface FailedAttempt {
  readonly id: string;
  readonly deliveries: Deliveries;
  readonly over: AbortSignal;
  readonly failure: DeliveryFailure;
  /** How often in a row the connection broke. */
  readonly breaks: number;
  /** The answer was already sent again after `Retry-After`. */
  readonly paused: boolean;
}

function isBreak({ code }: DeliveryFailure): boolean {
  return code === 'broken' || code === 'notSent';
}

/** Rejects when the delivery ends before the attempt does. */
async function rejectWhenFinished(id: string, deliveries: Deliveries): Promise<never> {
  await deliveries.finished(id);
  throw deliveryFinished();
}

function deliveryFinished(): DOMException {
  return new DOMException('The answer is not waited for any more.', 'AbortError');
}
