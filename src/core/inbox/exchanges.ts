import { Emitter, type Event } from '#core/common/events.ts';
import type { DeliveryState } from '#core/delivery/deliveryState.ts';
import type { Attribution, CallReference } from '#core/model/elicitationRequest.ts';
import type { LimitCode, RequestCodes } from '#core/model/requestCodes.ts';

/**
 * How a request arrived. `pushed`: as `elicitation/create` (up to 2025-11-25). `round`: as an input request of an
 * `input_required` result (2026-07-28). `required`: as a required URL of the error -32042.
 */
export type ArrivalKind = 'pushed' | 'round' | 'required';

/**
 * One request of a server and its reply, as they crossed the wire, for authors of servers: the request as received, the
 * findings about it, and the exact reply. Kept in memory only, because it contains answers.
 */
export interface Exchange {
  /** The id of the request if it was shown, otherwise another unique id. */
  readonly id: string;
  /** The time of arrival, in milliseconds since the epoch. */
  readonly at: number;
  readonly server: Attribution;
  readonly call?: CallReference | undefined;
  readonly arrival: ArrivalKind;
  /** The key of the request in its round, or its index in the list of the error. */
  readonly key?: string | undefined;
  /** The request's `method` and `params`, or the element of the error's list, as received. */
  readonly received: unknown;
  /** Sentences about the request: its fields, or the reason for which it was refused. */
  readonly findings: readonly string[];
  /** The findings as codes, for the record. */
  readonly codes?: RequestCodes | undefined;
  readonly reply?: ExchangeReply | undefined;
}

export interface ExchangeReply {
  /** The time of the reply, in milliseconds since the epoch. */
  readonly at: number;
  /**
   * The `result` or the `error` exactly as sent, except for secrets, which `note` mentions. `undefined` if nothing was sent;
   * `note` has the reason.
   */
  readonly sent?: unknown;
  readonly note?: string | undefined;
  /** The reason for which the request was not shown to the user, if known. */
  readonly notShownReason?: NotShownReason | undefined;
  /** The final state of the answer's delivery; absent if the delivery is not tracked. */
  readonly delivery?: DeliveryState | undefined;
}

/**
 * The reason for which a request was not shown. `refused`: the request, or another one of its round, cannot be shown.
 * `opened`: the user had opened the page before. `declined`: the user had declined the same request for the rest of the call.
 * `rate_limited`, `muted`: the rate limit withheld the request, and the user did not allow it.
 */
export type NotShownReason = 'refused' | 'opened' | 'declined' | 'rate_limited' | 'muted';

/** The number of exchanges with a reply that are kept for one server, and their JSON in UTF-16 code units. */
const maxReplied = 100;
const maxTextLength = 5_000_000;
/** The number of exchanges without a reply that are kept for one server. */
const maxOpen = 1000;
/** The number of exchanges with a reply that are kept for all servers. */
const maxRepliedOfAll = 500;
/** The number of changes between two sweeps. */
const changesBetweenSweeps = 50;
/** The longest JSON of a value that is kept, in UTF-16 code units. */
const maxValueLength = 200_000;

interface KeptExchange {
  readonly exchange: Exchange;
  /** The length of its values as JSON, in UTF-16 code units. */
  readonly length: number;
}

/**
 * The newest exchanges, oldest first. Each server has its own limits, and open exchanges have a larger one than replied ones.
 * A value that is too long is replaced by a note.
 */
export class Exchanges {
  readonly #kept = new Map<string, KeptExchange>();
  readonly #changed = new Emitter<Exchange>();
  /** The number of changes, and the length of the changed exchanges, since the last sweep. */
  #unsweptChanges = 0;
  #unsweptLength = 0;

  /** Fires when an exchange was added, changed, or got its reply. */
  readonly onDidChange: Event<Exchange> = this.#changed.event;

  get all(): readonly Exchange[] {
    this.#sweep();
    return [...this.#kept.values()].map(({ exchange }) => exchange);
  }

  get(id: string): Exchange | undefined {
    return this.#kept.get(id)?.exchange;
  }

  add(exchange: Exchange): void {
    const received = replaceIfTooLong(exchange.received);
    this.#keep({ exchange: { ...exchange, received: received.value }, length: received.length });
  }

  /** Adds the code of an exceeded limit to an exchange, unless the exchange has its reply. */
  addLimit(id: string, limit: LimitCode): void {
    const kept = this.#kept.get(id);
    if (kept && !kept.exchange.reply) {
      const { codes } = kept.exchange;
      const limits = [...(codes?.limits ?? []), limit];
      this.#keep({ ...kept, exchange: { ...kept.exchange, codes: { ...codes, limits } } });
    }
  }

  /** Sets the reply. Later replies are ignored. */
  setReply(id: string, reply: ExchangeReply): void {
    const kept = this.#kept.get(id);
    if (kept && !kept.exchange.reply) {
      const sent = replaceIfTooLong(reply.sent);
      this.#keep({
        exchange: { ...kept.exchange, reply: { ...reply, sent: sent.value } },
        length: kept.length + sent.length,
      });
    }
  }

  #keep(kept: KeptExchange): void {
    this.#kept.set(kept.exchange.id, kept);
    this.#unsweptChanges += 1;
    this.#unsweptLength += kept.length;
    if (this.#unsweptChanges >= changesBetweenSweeps || this.#unsweptLength >= maxTextLength) {
      this.#sweep();
    }
    this.#changed.fire(kept.exchange);
  }

  /** Drops the excess exchanges. Not called after each change, because in a flood this would take most of the time. */
  #sweep(): void {
    this.#unsweptChanges = 0;
    this.#unsweptLength = 0;
    const servers = new Map<string, { replied: number; length: number; open: number }>();
    let repliedOfAll = 0;
    for (const { exchange, length } of [...this.#kept.values()].reverse()) {
      const counts = servers.get(exchange.server.id) ?? { replied: 0, length: 0, open: 0 };
      servers.set(exchange.server.id, counts);
      if (!exchange.reply) {
        counts.open += 1;
        if (counts.open > maxOpen) {
          this.#kept.delete(exchange.id);
        }
        continue;
      }
      counts.replied += 1;
      counts.length += length;
      repliedOfAll += 1;
      const isExcess = counts.replied > 1 && (counts.replied > maxReplied || counts.length > maxTextLength);
      if (isExcess || repliedOfAll > maxRepliedOfAll) {
        this.#kept.delete(exchange.id);
      }
    }
  }
}

function replaceIfTooLong(value: unknown): { readonly value: unknown; readonly length: number } {
  const length = JSON.stringify(value)?.length ?? 0;
  return length > maxValueLength
    ? { value: `[${length} characters of JSON, too long to be kept]`, length: 0 }
    : { value, length };
}
