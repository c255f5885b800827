import type { ProtocolError } from '@modelcontextprotocol/client';
import type { DeliveryState } from '#core/delivery/deliveryState.ts';
import type { Exchange, ExchangeReply, NotShownReason } from '#core/inbox/exchanges.ts';
import { type Call, withoutArguments } from '#core/model/call.ts';
import { callReference } from '#core/model/elicitationRequest.ts';
import type { LimitCode } from '#core/model/requestCodes.ts';
import type { ElicitationContext } from './elicitationContext.ts';

/** Adds the requests of one connection and their replies to the exchanges of the window. */
export class ServerExchanges {
  readonly #context: ElicitationContext;

  constructor(context: ElicitationContext) {
    this.#context = context;
  }

  addRequest(
    exchange: Pick<Exchange, 'id' | 'arrival' | 'key' | 'received' | 'findings' | 'codes'>,
    call: Call | undefined,
  ): void {
    const { exchanges, attribution, clock } = this.#context;
    exchanges.add({
      ...exchange,
      at: clock.now(),
      server: attribution(),
      // The exchanges outlive the call, whose arguments may be large.
      call: call && callReference({ ...call, request: withoutArguments(call.request) }),
    });
  }

  /** Adds a limit that the request exceeds, or `allowed` if the user has allowed the request. */
  addLimit(id: string, limit: LimitCode): void {
    this.#context.exchanges.addLimit(id, limit);
  }

  /** Sets the reply. `sent`: the result or the JSON-RPC error. */
  setReply(id: string, sent: unknown, note?: string, notShownReason?: NotShownReason): void {
    this.#context.exchanges.setReply(id, { at: this.#context.clock.now(), sent, note, notShownReason });
  }

  /** Sets the reply with the user's answer, whose delivery is settled. */
  setDeliveredReply(id: string, reply: Pick<ExchangeReply, 'sent' | 'note'>, delivery: DeliveryState): void {
    const { sent, note } = reply;
    const notes = [note, deliveryNote(delivery)].filter((part) => part !== undefined).join(' ');
    this.#context.exchanges.setReply(id, { at: this.#context.clock.now(), sent, note: notes || undefined, delivery });
  }

  setRefusal(id: string, { code, message, data }: ProtocolError): void {
    this.setReply(id, { code, message, ...(data !== undefined && { data }) });
  }

  /** Sets the note with the reason for which no reply was sent. */
  setNoReply(id: string, note: string, notShownReason?: NotShownReason): void {
    this.#context.exchanges.setReply(id, { at: this.#context.clock.now(), note, notShownReason });
  }
}

/** The note about an undelivered answer. In English, as all notes of an exchange, because they are for authors of servers. */
function deliveryNote(state: DeliveryState): string | undefined {
  if (state.kind !== 'refused' && state.kind !== 'unknown') {
    return undefined;
  }
  const { code, status } = state.failure;
  const why = status === undefined ? code : `${code}, status ${status}`;
  return state.kind === 'refused'
    ? `The answer did not arrive (${why}).`
    : `It is not known whether the answer arrived (${why}).`;
}
