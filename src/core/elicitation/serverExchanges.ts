import type { ProtocolError } from '@modelcontextprotocol/client';
import type { DeliveryState } from '#core/delivery/deliveryState.ts';
import type { Exchange, ExchangeReply, Unasked } from '#core/inbox/exchanges.ts';
import type { Call } from '#core/model/call.ts';
import { callReference } from '#core/model/elicitationRequest.ts';
import type { LimitCode } from '#core/model/requestCodes.ts';
import type { ElicitationContext } from './elicitationContext.ts';

/** Adds the requests of one connection, and what became of them, to the exchanges of the window. */
export class ServerExchanges {
  readonly #context: ElicitationContext;

  constructor(context: ElicitationContext) {
    this.#context = context;
  }

  asked(
    exchange: Pick<Exchange, 'id' | 'way' | 'key' | 'received' | 'findings' | 'codes'>,
    call: Call | undefined,
  ): void {
    const { exchanges, attribution, clock } = this.#context;
    exchanges.add({ ...exchange, at: clock.now(), server: attribution(), call: call && callReference(call) });
  }

  /** The request met `limit`, or (`allowed`) the user let it pass. */
  limited(id: string, limit: LimitCode): void {
    this.#context.exchanges.limited(id, limit);
  }

  /** `sent`: the result, or the JSON-RPC error. */
  replied(id: string, sent: unknown, note?: string, unasked?: Unasked): void {
    this.#context.exchanges.reply(id, { at: this.#context.clock.now(), sent, note, unasked });
  }

  /** The user's answer, once its delivery is settled. */
  delivered(id: string, reply: Pick<ExchangeReply, 'sent' | 'note'>, delivery: DeliveryState): void {
    const { sent, note } = reply;
    const notes = [note, deliveryNote(delivery)].filter((part) => part !== undefined).join(' ');
    this.#context.exchanges.reply(id, { at: this.#context.clock.now(), sent, note: notes || undefined, delivery });
  }

  refused(id: string, { code, message, data }: ProtocolError): void {
    this.replied(id, { code, message, ...(data !== undefined && { data }) });
  }

  /** No reply was sent; `note` says why. */
  unanswered(id: string, note: string, unasked?: Unasked): void {
    this.#context.exchanges.reply(id, { at: this.#context.clock.now(), note, unasked });
  }
}

/** In English, as all notes of an exchange: they are for authors of servers. */
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
