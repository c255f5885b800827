import type { CallEnd } from '#core/delivery/deliveryState.ts';
import type { Call } from '#core/model/call.ts';
import { CallGroups } from './callGroups.ts';
import type { ElicitationContext } from './elicitationContext.ts';
import type { Elicitation } from './elicitationParams.ts';
import { type ElicitResult, replyWithoutSecrets } from './elicitResult.ts';
import type { PushedRequestContext } from './pushedRequest.ts';
import type { ServerExchanges } from './serverExchanges.ts';

/** A pushed request that the user has answered. */
interface AnsweredRequest {
  readonly id: string;
  readonly elicitation: Elicitation;
  readonly call: Call | undefined;
  readonly result: ElicitResult;
}

/** The user's answers to the pushed requests of one connection, from Submit until their delivery is settled. */
export class PushedAnswers {
  readonly #context: ElicitationContext;
  readonly #exchanges: ServerExchanges;
  /** The requests of the answers that are not settled, by the calls that they may belong to. */
  readonly #groups = new CallGroups();
  /** The ids of the requests whose answers are being delivered. */
  readonly #sending = new Set<string>();
  /** The ids of the calls in which the server has asked without waiting for the answer to an earlier request. */
  readonly #withoutWaiting = new Set<string>();

  constructor(context: ElicitationContext, exchanges: ServerExchanges) {
    this.#context = context;
    this.#exchanges = exchanges;
  }

  /** Tracks the delivery of a reply that is about to be sent. Adds the reply to the exchanges once the delivery is settled. */
  add({ id, elicitation, call, result }: AnsweredRequest, { signal, trackReply }: PushedRequestContext): void {
    const { deliveries } = this.#context.inbox;
    const inFlight = this.#context.calls();
    const calls = call ? inFlight.filter((other) => other.id === call.id) : inFlight;
    if (calls.length > 0) {
      this.#groups.add(id, calls);
      deliveries.expectEnd(id);
    }
    const withdraw = () => deliveries.withdraw(id);
    this.#sending.add(id);
    signal.addEventListener('abort', withdraw, { once: true });
    trackReply?.(id, deliveries);
    void deliveries.finalState(id).then((state) => {
      this.#sending.delete(id);
      signal.removeEventListener('abort', withdraw);
      if (!deliveries.get(id)) {
        this.#groups.remove(id);
      }
      if (state) {
        this.#exchanges.setDeliveredReply(id, replyWithoutSecrets(elicitation, result), state);
      }
    });
  }

  /**
   * Handles the arrival of a further request in a call, before it is in the inbox. A server that waits for each answer has read those
   * that were written: marks them as delivered. One that has asked in this call while another request was open does not wait, so its
   * requests show nothing about what it has read: its answers stay `sent` until the call ends.
   */
  requestArrived(callId: string): void {
    const { deliveries } = this.#context.inbox;
    if (this.#context.inbox.hasRequestOf(callId)) {
      this.#withoutWaiting.add(callId);
    }
    for (const id of this.#withoutWaiting.has(callId) ? [] : this.#groups.requestsOfOnly(callId)) {
      if (deliveries.get(id)?.state.kind === 'sent') {
        deliveries.markArrived(id, 'delivered');
      }
    }
  }

  /** Handles the end of a call: ends the deliveries of the answers that can belong to no other call in flight. */
  callEnded(callId: string, end: CallEnd): void {
    this.#withoutWaiting.delete(callId);
    for (const { id } of this.#groups.removeCall(callId)) {
      this.#context.inbox.deliveries.end(id, end);
    }
  }

  /** Ends the deliveries of all answers that are being sent, because the connection has ended. */
  connectionEnded(end: CallEnd): void {
    for (const id of [...this.#sending]) {
      this.#context.inbox.deliveries.end(id, end);
    }
  }
}
