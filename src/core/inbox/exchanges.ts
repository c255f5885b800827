import { Emitter, type Event } from '#core/common/events.ts';
import type { DeliveryState } from '#core/delivery/deliveryState.ts';
import type { Attribution, CallReference } from '#core/model/elicitationRequest.ts';
import type { LimitCode, RequestCodes } from '#core/model/requestCodes.ts';

/**
 * One request of a server and its reply, as they crossed the wire, for authors of servers: the request as received, the
 * findings about it, and the exact reply. Kept in memory only, because it contains answers.
 */
export interface Exchange {
  /** The id of the request if it was shown; else an id of its own. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly server: Attribution;
  readonly call?: CallReference | undefined;
  /**
   * How the request arrived. `pushed`: `elicitation/create` (up to 2025-11-25). `round`: an input request of an `input_required`
   * result (2026-07-28). `required`: an entry of the error -32042.
   */
  readonly way: 'pushed' | 'round' | 'required';
  /** The key in its round, or the index in the error's list. */
  readonly key?: string | undefined;
  /** As received: the request's `method` and `params`, or the entry of the error. */
  readonly received: unknown;
  /** Sentences about the request: the fields that were read, or why it was refused. */
  readonly findings: readonly string[];
  /** The findings as codes, for the record. */
  readonly codes?: RequestCodes | undefined;
  readonly reply?: ExchangeReply | undefined;
}

export interface ExchangeReply {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /**
   * The `result` or the `error` exactly as sent, except for secrets, which `note` mentions. `undefined` if nothing was sent;
   * `note` says why.
   */
  readonly sent?: unknown;
  readonly note?: string | undefined;
  /** Why the user was not asked, if known. */
  readonly unasked?: Unasked | undefined;
  /** The delivery of the user's answer; absent if it is not tracked. */
  readonly delivery?: DeliveryState | undefined;
}

/**
 * `refused`: the request, or another one of its round, cannot be shown. `opened`: the user had opened the page before.
 * `declined`: the user had declined it for the rest of the call. `rate_limited`, `muted`: withheld, and not allowed by the user.
 */
export type Unasked = 'refused' | 'opened' | 'declined' | 'rate_limited' | 'muted';

/** Exchanges with a reply that are kept of one server, and the UTF-16 code units in them. */
const maxReplied = 100;
const maxText = 5_000_000;
/** Exchanges without a reply that are kept of one server. */
const maxOpen = 1000;
/** Exchanges with a reply that are kept of all servers. */
const maxOfAll = 500;
/** Changes between two sweeps. */
const sweptEvery = 50;
/** UTF-16 code units of a value as JSON. */
const longest = 200_000;

interface Kept {
  readonly exchange: Exchange;
  /** UTF-16 code units of JSON. */
  readonly length: number;
}

/**
 * The newest exchanges, oldest first. Each server has its own limits, and open exchanges have a larger one than replied ones.
 * A value that is too long is replaced by a note.
 */
export class Exchanges {
  readonly #kept = new Map<string, Kept>();
  readonly #changed = new Emitter<Exchange>();
  /** Since the last sweep. */
  #unswept = 0;
  #textUnswept = 0;

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
    const received = notTooLong(exchange.received);
    this.#keep({ exchange: { ...exchange, received: received.value }, length: received.length });
  }

  /** Adds a limit code to an exchange. Does nothing once it has its reply. */
  limited(id: string, limit: LimitCode): void {
    const kept = this.#kept.get(id);
    if (kept && !kept.exchange.reply) {
      const { codes } = kept.exchange;
      const limits = [...(codes?.limits ?? []), limit];
      this.#keep({ ...kept, exchange: { ...kept.exchange, codes: { ...codes, limits } } });
    }
  }

  /** Sets the reply. Later replies are ignored. */
  reply(id: string, reply: ExchangeReply): void {
    const kept = this.#kept.get(id);
    if (kept && !kept.exchange.reply) {
      const sent = notTooLong(reply.sent);
      this.#keep({
        exchange: { ...kept.exchange, reply: { ...reply, sent: sent.value } },
        length: kept.length + sent.length,
      });
    }
  }

  #keep(kept: Kept): void {
    this.#kept.set(kept.exchange.id, kept);
    this.#unswept += 1;
    this.#textUnswept += kept.length;
    if (this.#unswept >= sweptEvery || this.#textUnswept >= maxText) {
      this.#sweep();
    }
    this.#changed.fire(kept.exchange);
  }

  /** Drops excess exchanges. Not run after each change: in a flood that would take most of the time. */
  #sweep(): void {
    this.#unswept = 0;
    this.#textUnswept = 0;
    const servers = new Map<string, { replied: number; text: number; open: number }>();
    let repliedOfAll = 0;
    for (const { exchange, length } of [...this.#kept.values()].reverse()) {
      const of = servers.get(exchange.server.id) ?? { replied: 0, text: 0, open: 0 };
      servers.set(exchange.server.id, of);
      if (!exchange.reply) {
        of.open += 1;
        if (of.open > maxOpen) {
          this.#kept.delete(exchange.id);
        }
        continue;
      }
      of.replied += 1;
      of.text += length;
      repliedOfAll += 1;
      const isTooMuch = of.replied > 1 && (of.replied > maxReplied || of.text > maxText);
      if (isTooMuch || repliedOfAll > maxOfAll) {
        this.#kept.delete(exchange.id);
      }
    }
  }
}

function notTooLong(value: unknown): { readonly value: unknown; readonly length: number } {
  const length = JSON.stringify(value)?.length ?? 0;
  return length > longest
    ? { value: `[${length} characters of JSON, too long to be kept]`, length: 0 }
    : { value, length };
}
