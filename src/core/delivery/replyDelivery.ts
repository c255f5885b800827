import type { JSONRPCResponse } from '@modelcontextprotocol/client';
import { rejectOnAbort } from '#core/common/timing.ts';
import { pauseAfterBreak, type ReplyPolicy, retryWhenBroken, sendOnce } from '#core/transport/replyPolicy.ts';
import { classifyReplyError, retryPause } from './classifyDeliveryError.ts';
import type { Deliveries } from './deliveries.ts';
import { type DeliveryFailure, deliveryIsOver } from './deliveryState.ts';

/**
 * Delivers the replies of one connection. The user's answer to a request is sent until it arrives or the call ends:
 * automatically after a broken connection (at most three times) and after `Retry-After` (once), then when the user requests a
 * retry. Sending again is safe, because the server can use a reply to one request id only once.
 */
export class ReplyDelivery implements ReplyPolicy {
  readonly #type: 'stdio' | 'http' | 'sse';
  /** The tracked elicitations, by the JSON-RPC id of the server's request. */
  readonly #tracked = new Map<unknown, { readonly id: string; readonly deliveries: Deliveries }>();
  /** Called after a failure that may mean that the server is gone or has lost the session. */
  checkHealth: () => void = () => undefined;

  constructor(type: 'stdio' | 'http' | 'sse') {
    this.#type = type;
  }

  /** Reports the delivery of the next reply with this JSON-RPC id to `deliveries`, as that of the elicitation `id`. */
  trackReply(replyId: string | number, id: string, deliveries: Deliveries): void {
    this.#tracked.set(replyId, { id, deliveries });
  }

  async deliver(
    reply: JSONRPCResponse,
    attempt: (signal?: AbortSignal) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const tracked = this.#tracked.get(reply.id);
    this.#tracked.delete(reply.id);
    if (!tracked?.deliveries.get(tracked.id)) {
      await (this.#type === 'stdio' ? sendOnce : retryWhenBroken).deliver(reply, attempt, signal);
      return;
    }
    const { id, deliveries } = tracked;
    const endDelivery = () => deliveries.end(id, 'lost');
    signal.addEventListener('abort', endDelivery, { once: true });
    try {
      await this.#send(id, deliveries, attempt);
    } finally {
      signal.removeEventListener('abort', endDelivery);
    }
  }

  async #send(id: string, deliveries: Deliveries, attempt: (signal: AbortSignal) => Promise<void>): Promise<void> {
    // Aborts an attempt that waits before it sends, for instance for a sign-in. No attempt is awaited any longer then.
    const finished = new AbortController();
    let isTrying = true;
    void deliveries.finalState(id).then(() => isTrying && finished.abort(deliveryIsOver));
    let breaksInARow = 0;
    let hasPaused = false;
    for (;;) {
      try {
        await rejectOnAbort(attempt(finished.signal), finished.signal);
        isTrying = false;
        deliveries.markArrived(id, this.#type === 'stdio' ? 'sent' : 'delivered');
        return;
      } catch (error) {
        const endSignal = deliveries.endSignal(id);
        const { kind, failure } = classifyReplyError(error);
        const retry = await this.#waitForAutomaticRetry({
          id,
          deliveries,
          endSignal,
          failure,
          breaksInARow,
          hasPaused,
        });
        if (retry === undefined) {
          deliveries.markFailed(id, kind, failure);
          if (endSignal.aborted) {
            return;
          }
          if (isBreak(failure) || failure.status === 400 || failure.status === 404) {
            this.checkHealth();
          }
          if (!(await deliveries.waitForRetry(id))) {
            return;
          }
        }
        breaksInARow = retry === 'broken' ? breaksInARow + 1 : 0;
        hasPaused = retry === 'paused' || (retry === 'broken' && hasPaused);
      }
    }
  }

  /** Waits for an automatic retry and returns its reason; `undefined` if there is none. */
  async #waitForAutomaticRetry({
    id,
    deliveries,
    endSignal,
    failure,
    breaksInARow,
    hasPaused,
  }: FailedAttempt): Promise<'broken' | 'paused' | undefined> {
    const isBroken = this.#type !== 'stdio' && isBreak(failure);
    const pauseMs = hasPaused ? undefined : retryPause(failure);
    try {
      if (!endSignal.aborted && isBroken && (await pauseAfterBreak(breaksInARow, endSignal))) {
        return 'broken';
      }
      if (!endSignal.aborted && pauseMs !== undefined) {
        await deliveries.pause(id, pauseMs, failure);
        return 'paused';
      }
    } catch (error) {
      if (!endSignal.aborted) {
        throw error;
      }
    }
    return undefined;
  }
}

interface FailedAttempt {
  readonly id: string;
  readonly deliveries: Deliveries;
  readonly endSignal: AbortSignal;
  readonly failure: DeliveryFailure;
  /** How often in a row the connection broke. */
  readonly breaksInARow: number;
  /** True if the answer was already sent again after `Retry-After`. */
  readonly hasPaused: boolean;
}

function isBreak({ code }: DeliveryFailure): boolean {
  return code === 'broken' || code === 'notSent';
}
