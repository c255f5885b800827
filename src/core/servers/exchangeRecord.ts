import type { ProtocolError } from '@modelcontextprotocol/client';
import type { Limit } from '../inbox/codes.ts';
import type { Exchange, Exchanges, Unasked } from '../inbox/exchanges.ts';
import { type Attribution, askingCall } from '../inbox/request.ts';
import type { Clock } from '../ports.ts';
import type { Call } from './call.ts';

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
    exchanges.add({ ...exchange, at: clock.now(), server: attribution(), call: call && askingCall(call) });
  }

  /** It has come up against a limit, or got past one. */
  limited(id: string, limit: Limit): void {
    this.#ports.exchanges.limited(id, limit);
  }

  /** `sent`: the result, or the error as JSON-RPC has it. */
  replied(id: string, sent: unknown, note?: string, unasked?: Unasked): void {
    this.#ports.exchanges.reply(id, { at: this.#ports.clock.now(), sent, note, unasked });
  }

  refused(id: string, { code, message, data }: ProtocolError): void {
    this.replied(id, { code, message, ...(data !== undefined && { data }) });
  }

  /** `note` says why nothing was sent, or where the answer went. */
  unanswered(id: string, note: string, unasked?: Unasked): void {
    this.#ports.exchanges.reply(id, { at: this.#ports.clock.now(), note, unasked });
  }
}
