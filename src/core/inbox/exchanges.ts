import { Emitter, type Event } from '#core/common/events.ts';
import type { DeliveryState } from '#core/delivery/deliveryState.ts';
import type { Attribution, CallReference } from '#core/model/elicitationRequest.ts';
import type { LimitCode, RequestCodes } from '#core/model/requestCodes.ts';

/**
 * One request of a server for a person, as it crossed the wire, for people who write servers: what came, what was found
 * in it, and the exact reply. Kept in memory only, because answers are in it.
 */
export interface Exchange {
  /** The question's id where it was asked; else an id of its own. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly server: Attribution;
  readonly call?: CallReference | undefined;
  /**
   * How it came. `pushed`: `elicitation/create` (up to 2025-11-25). `round`: an input request of an `input_required`
   * result (2026-07-28). `required`: an entry of the error -32042.
   */
  readonly way: 'pushed' | 'round' | 'required';
  /** The key in its round, or the index in the error's list, where it has one. */
  readonly key?: string | undefined;
  /** As received: the request's `method` and `params`, or the entry of the error. */
  readonly received: unknown;
  /** What was found in it, in sentences: fields read, or why it was refused. */
  readonly findings: readonly string[];
  /** The same for the record, in codes. */
  readonly codes?: RequestCodes | undefined;
  readonly reply?: ExchangeReply | undefined;
}

export interface ExchangeReply {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /**
   * The `result`, or the `error`, as it was sent: exactly, but for secrets, of which `note` tells. `undefined` where
   * nothing was sent, and `note` says why.
   */
  readonly sent?: unknown;
  readonly note?: string | undefined;
  /** Why no person was asked, where that is known. */
  readonly unasked?: Unasked | undefined;
  /** What became of the user's answer; absent where nothing is known of that. */
  readonly delivery?: DeliveryState | undefined;
}

/**
 * `refused`: it, or one that came with it, cannot be shown. `opened`: the person had opened the page before. `declined`:
 * the person had declined it for the rest of the call. The others: too much was asked, and nobody let it pass.
 */
export type Unasked = 'refused' | 'opened' | 'declined' | 'rate_limited' | 'muted';

/** Of one server: those that have their reply, and the UTF-16 code units in them. */
const mostReplied = 100;
const mostText = 5_000_000;
/** Of one server: those whose question may still be open. */
const mostOpen = 1000;
/** Of all servers, those that have their reply. */
const mostOfAll = 500;
/** Exchanges between two looks at what is too much. */
const sweptEvery = 50;
/** UTF-16 code units of a value as JSON. */
const longest = 200_000;

interface Kept {
  readonly exchange: Exchange;
  /** UTF-16 code units of JSON. */
  readonly length: number;
}

/**
 * The newest exchanges, oldest first. No server takes the room of another's, and what is still open is kept before what
 * is over. What is very long in them is left out, and says so.
 */
export class Exchanges {
  readonly #kept = new Map<string, Kept>();
  readonly #changed = new Emitter<Exchange>();
  /** Since the last sweep. */
  #unswept = 0;
  #textUnswept = 0;

  /** One was added, more is known of it, or it has got its reply. */
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

  /** It has come up against a limit, or got past one. Nothing happens once it has its reply. */
  limited(id: string, limit: LimitCode): void {
    const kept = this.#kept.get(id);
    if (kept && !kept.exchange.reply) {
      const { codes } = kept.exchange;
      const limits = [...(codes?.limits ?? []), limit];
      this.#keep({ ...kept, exchange: { ...kept.exchange, codes: { ...codes, limits } } });
    }
  }

  /** The first reply counts. */
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
    if (this.#unswept >= sweptEvery || this.#textUnswept >= mostText) {
      this.#sweep();
    }
    this.#changed.fire(kept.exchange);
  }

  /** Forgets what is too much. Not after each exchange: in a flood that would be most of the work. */
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
        if (of.open > mostOpen) {
          this.#kept.delete(exchange.id);
        }
        continue;
      }
      of.replied += 1;
      of.text += length;
      repliedOfAll += 1;
      const isTooMuch = of.replied > 1 && (of.replied > mostReplied || of.text > mostText);
      if (isTooMuch || repliedOfAll > mostOfAll) {
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
