import type { Deliveries } from '#core/delivery/delivery.ts';
import type { CallEnd } from '#core/delivery/deliveryState.ts';
import type { Call } from '#core/model/call.ts';
import type { Elicitation } from './elicitationParams.ts';
import type { ElicitResult } from './elicitResult.ts';
import type { ExchangeRecord } from './exchangeRecord.ts';
import { keptReply } from './keptReply.ts';
import type { PushContext } from './pushContext.ts';

interface AnswersUnderWayPorts {
  readonly deliveries: Deliveries;
  readonly record: ExchangeRecord;
  /** The calls in flight on this connection. */
  readonly calls: () => readonly Call[];
}

/** A pushed request that the user has answered. */
interface Answered {
  readonly id: string;
  readonly elicitation: Elicitation;
  readonly call: Call | undefined;
  readonly result: ElicitResult;
}

/** The user's answers to the pushed requests of one connection, from Submit until it is known what became of them. */
export class AnswersUnderWay {
  readonly #ports: AnswersUnderWayPorts;
  /** The calls that a request may belong to, by the request's id. */
  readonly #calls = new Map<string, Set<string>>();
  /** Ids of requests. */
  readonly #sending = new Set<string>();

  constructor(ports: AnswersUnderWayPorts) {
    this.#ports = ports;
  }

  /** The reply is on its way: it is recorded when it is known what became of it. */
  add({ id, elicitation, call, result }: Answered, { signal, tie }: PushContext): void {
    const { deliveries, record } = this.#ports;
    const inFlight = this.#ports.calls().map((one) => one.id);
    const calls = call ? inFlight.filter((one) => one === call.id) : inFlight;
    if (calls.length > 0) {
      this.#calls.set(id, new Set(calls));
      deliveries.follow(id);
    }
    const takenBack = () => deliveries.takeBack(id);
    this.#sending.add(id);
    signal.addEventListener('abort', takenBack, { once: true });
    tie?.(id, deliveries);
    void deliveries.finished(id).then((state) => {
      this.#sending.delete(id);
      signal.removeEventListener('abort', takenBack);
      if (!deliveries.get(id)) {
        this.#calls.delete(id);
      }
      if (state) {
        record.delivered(id, keptReply(elicitation, result), state);
      }
    });
  }

  /**
   * The server asks for more in a call of which nothing else waits for the user: it has gone on with what was written to it
   * before.
   */
  wentOn(callId: string): void {
    const { deliveries } = this.#ports;
    for (const [id, calls] of [...this.#calls]) {
      if (calls.size === 1 && calls.has(callId) && deliveries.get(id)?.state.kind === 'sent') {
        deliveries.arrived(id, 'delivered');
      }
    }
  }

  /** A call is not in flight any more. An answer is not sent once all calls that it may belong to have ended. */
  callEnded(callId: string, how: CallEnd): void {
    for (const [id, calls] of [...this.#calls]) {
      if (calls.delete(callId) && calls.size === 0) {
        this.#calls.delete(id);
        this.#ports.deliveries.end(id, how);
      }
    }
  }

  /** No reply leaves any more. */
  connectionEnded(how: CallEnd): void {
    for (const id of [...this.#sending]) {
      this.#ports.deliveries.end(id, how);
    }
  }
}
