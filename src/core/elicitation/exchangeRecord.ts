import type { ProtocolError } from '@modelcontextprotocol/client';
import type { Clock } from '#core/common/clock.ts';
import type { DeliveryState } from '#core/delivery/deliveryState.ts';
import type { Exchange, ExchangeReply, Exchanges, Unasked } from '#core/inbox/exchanges.ts';
import type { Call } from '#core/model/call.ts';
import { type Attribution, callReference } from '#core/model/elicitationRequest.ts';
import type { LimitCode } from '#core/model/requestCodes.ts';

interface ExchangeRecordPorts {
  readonly exchanges: Exchanges;
  readonly attribution: () => Attribution;
  readonly clock: Clock;
}

/** Writes down what one server asks and what it is told. */
export class ExchangeRecord {
  readonly #ports: ExchangeRecordPorts;

  constructor(ports: ExchangeRecordPorts) {
    this.#ports = ports;
  }

  asked(
    exchange: Pick<Exchange, 'id' | 'way' | 'key' | 'received' | 'findings' | 'codes'>,
    call: Call | undefined,
  ): void {
    const { exchanges, attribution, clock } = this.#ports;
    exchanges.add({ ...exchange, at: clock.now(), server: attribution(), call: call && callReference(call) });
  }

  /** It has come up against a limit, or got past one. */
  limited(id: string, limit: LimitCode): void {
    this.#ports.exchanges.limited(id, limit);
  }

  /** `sent`: the result, or the error as JSON-RPC has it. */
  replied(id: string, sent: unknown, note?: string, unasked?: Unasked): void {
    this.#ports.exchanges.reply(id, { at: this.#ports.clock.now(), sent, note, unasked });
  }

  /** The user's answer, once it is known what became of it. */
  delivered(id: string, reply: Pick<ExchangeReply, 'sent' | 'note'>, delivery: DeliveryState): void {
    const { sent, note } = reply;
    const told = [note, deliveryNote(delivery)].filter((part) => part !== undefined).join(' ');
    this.#ports.exchanges.reply(id, { at: this.#ports.clock.now(), sent, note: told || undefined, delivery });
  }

  refused(id: string, { code, message, data }: ProtocolError): void {
    this.replied(id, { code, message, ...(data !== undefined && { data }) });
  }

  /** `note` says why nothing was sent, or where the answer went. */
  unanswered(id: string, note: string, unasked?: Unasked): void {
    this.#ports.exchanges.reply(id, { at: this.#ports.clock.now(), note, unasked });
  }
}

/** In English, as all notes of an exchange: it is for people who write servers. */
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
