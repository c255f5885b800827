import type { SteadyClock } from '#core/common/clock.ts';
import type { Disposable } from '#core/common/events.ts';
import type { Exchange, Exchanges } from '#core/inbox/exchanges.ts';
import type { Inbox, Settlement } from '#core/inbox/inbox.ts';
import type { ElicitationRequest, FormRequest } from '#core/model/elicitationRequest.ts';
import {
  acceptedContent,
  settledRequestOutcome,
  unaskedRequestOutcome,
} from '#core/record/entries/elicitationOutcome.ts';
import type { Mask } from '#core/record/entries/recordMask.ts';
import type { RecordWriter } from './recordWriter.ts';

export interface ElicitationRecorderPorts {
  readonly inbox: Pick<Inbox, 'onDidSettle'>;
  readonly exchanges: Pick<Exchanges, 'onDidChange' | 'get'>;
  readonly recorder: Pick<RecordWriter, 'recordElicitation'>;
  readonly clock: SteadyClock;
  /** Asked at every request that ends. */
  readonly enabled: () => boolean;
  /** What else there is to say of a server: where its entry was written, and the negotiated revision. */
  readonly describe: (serverId: string) => {
    readonly scope?: string | undefined;
    readonly protocol?: string | undefined;
  };
  /** Takes the secrets of a server's entry out of texts. Asked when a request arrives. Absent: there are none. */
  readonly maskOf?: (serverId: string) => Mask | undefined;
  /** Fields that ask for what forms must not ask for, by name; also by what was typed into them. Absent: none. */
  readonly flagged?: (
    request: FormRequest,
    content: Readonly<Record<string, unknown>> | undefined,
  ) => readonly string[];
}

/** A request whose end has not been recorded. */
interface PendingRecord {
  readonly exchange: Exchange;
  /** When it came, by the steady clock; so are `at` and `since`. */
  readonly arrived: number;
  shownMs?: number;
  undrawn?: true;
  settled?: { readonly request: ElicitationRequest; readonly settlement: Settlement; readonly at: number };
  /** Takes the secrets of the entry that the server runs with out of a text. */
  readonly mask: Mask | undefined;
}

/**
 * Turns what happens to the requests of servers into the record's entries: exactly one for each, when it is known what
 * went back to the server.
 */
export class ElicitationRecorder implements Disposable {
  readonly #ports: ElicitationRecorderPorts;
  readonly #open = new Map<string, PendingRecord>();
  readonly #subscriptions: readonly Disposable[];
  /** Records what waits for a page to be opened. */
  readonly #opening = new Set<(opened: boolean | 'unknown') => void>();
  #shown: { readonly id: string; readonly since: number } | undefined;

  constructor(ports: ElicitationRecorderPorts) {
    this.#ports = ports;
    this.#subscriptions = [
      ports.exchanges.onDidChange((exchange) => this.#crossed(exchange)),
      ports.inbox.onDidSettle(({ request, settlement }) => this.#settled(request, settlement)),
    ];
  }

  /** The question that a person has before them now, if any. */
  setShownRequest(id: string | undefined): void {
    if (id !== this.#shown?.id) {
      this.#countShown();
      this.#shown = id === undefined ? undefined : { id, since: this.#ports.clock.steady() };
    }
  }

  /** A question could not be drawn; what ends it next is no person's doing. */
  markUndrawn(id: string): void {
    const open = this.#open.get(id);
    if (open) {
      open.undrawn = true;
    }
  }

  /** The window ends: nobody will know any more whether a page is opened yet. */
  finish(): void {
    for (const record of [...this.#opening]) {
      record('unknown');
    }
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  #crossed(exchange: Exchange): void {
    const { id, reply } = exchange;
    if (!reply) {
      const known = this.#open.get(id) ?? {
        arrived: this.#ports.clock.steady(),
        mask: this.#ports.maskOf?.(exchange.server.id),
      };
      this.#open.set(id, { ...known, exchange });
      return;
    }
    const open = this.#open.get(id);
    this.#open.delete(id);
    if (open?.settled) {
      this.#recordAsked(open, open.settled, exchange);
    } else if (open) {
      this.#record(
        exchange,
        unaskedRequestOutcome(exchange, reply, this.#ports.clock.steady() - open.arrived),
        open.mask,
      );
    }
  }

  #settled(request: ElicitationRequest, settlement: Settlement): void {
    const open = this.#open.get(request.id);
    if (!open) {
      return;
    }
    if (this.#shown?.id === request.id) {
      this.#countShown();
      this.#shown = undefined;
    }
    open.settled = { request, settlement, at: this.#ports.clock.steady() };
    if (!this.#ports.exchanges.get(request.id)) {
      // Forgotten because there are so many: nobody will say what went back.
      this.#open.delete(request.id);
      this.#recordAsked(open, open.settled, undefined);
    }
  }

  /** Of a page that is being opened only when it is known whether it was: at the latest when the window ends. */
  #recordAsked(open: PendingRecord, settled: NonNullable<PendingRecord['settled']>, replied?: Exchange): void {
    const { settlement } = settled;
    if (!settlement.opening) {
      this.#recordEnd(open, settled, replied, false);
      return;
    }
    const record = (opened: boolean | 'unknown') => {
      if (this.#opening.delete(record)) {
        this.#recordEnd(open, settled, replied, opened);
      }
    };
    this.#opening.add(record);
    void settlement.opening.then(record);
  }

  #recordEnd(
    { exchange, arrived, shownMs, undrawn, mask }: PendingRecord,
    { request, settlement, at }: NonNullable<PendingRecord['settled']>,
    replied: Exchange | undefined,
    opened: boolean | 'unknown',
  ): void {
    const content = acceptedContent(settlement);
    this.#record(
      exchange,
      settledRequestOutcome({
        request,
        settlement,
        way: exchange.way,
        waitedMs: at - arrived,
        shownMs,
        undrawn: undrawn === true,
        flagged: request.mode === 'form' ? (this.#ports.flagged?.(request, content) ?? []) : [],
        opened,
        codes: exchange.codes,
        reply: replied?.reply,
      }),
      mask,
    );
  }

  #record({ server }: Exchange, fate: ReturnType<typeof unaskedRequestOutcome>, mask: Mask | undefined): void {
    const { describe, enabled, recorder } = this.#ports;
    if (fate && enabled()) {
      const { scope, protocol } = describe(server.id);
      recorder.recordElicitation({ ...fate, server: { id: server.id, name: server.name, scope }, protocol }, mask);
    }
  }

  #countShown(): void {
    const open = this.#shown && this.#open.get(this.#shown.id);
    if (this.#shown && open) {
      open.shownMs = (open.shownMs ?? 0) + this.#ports.clock.steady() - this.#shown.since;
    }
  }
}
