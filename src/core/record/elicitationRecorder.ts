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
import type { Mask } from '#core/record/entries/entryText.ts';
import type { RecordWriter } from './recordWriter.ts';

export interface ElicitationRecorderContext {
  readonly inbox: Pick<Inbox, 'onDidSettle'>;
  readonly exchanges: Pick<Exchanges, 'onDidChange' | 'get'>;
  readonly writer: Pick<RecordWriter, 'recordElicitation'>;
  readonly clock: SteadyClock;
  /** Returns true if requests are recorded. Called for each request that ends. */
  readonly isEnabled: () => boolean;
  /** Returns the scope of a server's settings entry, and the negotiated protocol revision. */
  readonly describe: (serverId: string) => {
    readonly scope?: string | undefined;
    readonly protocol?: string | undefined;
  };
  /** Returns the mask for the secrets of a server's settings entry. Called when a request arrives. Absent if there are no secrets. */
  readonly maskOf?: (serverId: string) => Mask | undefined;
  /** Returns the names of the fields that ask for a secret or contain one. Absent if there are none. */
  readonly flagged?: (
    request: FormRequest,
    content: Readonly<Record<string, unknown>> | undefined,
  ) => readonly string[];
}

/** A request that has not been recorded yet. */
interface PendingRecord {
  readonly exchange: Exchange;
  /** The time of arrival, by the steady clock, as `at` below. */
  readonly arrived: number;
  shownMs?: number;
  undrawn?: true;
  settled?: { readonly request: ElicitationRequest; readonly settlement: Settlement; readonly at: number };
  /** Masks the secrets of the settings entry with which the server was running when the request arrived. */
  readonly mask: Mask | undefined;
}

/** Records exactly one entry for each request of a server, as soon as the reply to the server is known. */
export class ElicitationRecorder implements Disposable {
  readonly #context: ElicitationRecorderContext;
  /** The pending records, by the id of the request. */
  readonly #pending = new Map<string, PendingRecord>();
  readonly #subscriptions: readonly Disposable[];
  /** Functions that record requests whose page is being opened. */
  readonly #opening = new Set<(opened: boolean | 'unknown') => void>();
  /** The request that is visible, since this time by the steady clock. */
  #shown: { readonly id: string; readonly since: number } | undefined;

  constructor(context: ElicitationRecorderContext) {
    this.#context = context;
    this.#subscriptions = [
      context.exchanges.onDidChange((exchange) => this.#onExchange(exchange)),
      context.inbox.onDidSettle(({ request, settlement }) => this.#onSettled(request, settlement)),
    ];
  }

  /** Sets the request that is visible to the user, if any. */
  setShownRequest(id: string | undefined): void {
    if (id !== this.#shown?.id) {
      this.#addShownTime();
      this.#shown = id === undefined ? undefined : { id, since: this.#context.clock.steady() };
    }
  }

  /** Marks a request whose form could not be shown, so that a cancel is recorded as the host's and not as the user's. */
  markUndrawn(id: string): void {
    const pending = this.#pending.get(id);
    if (pending) {
      pending.undrawn = true;
    }
  }

  /** Records the requests whose page is being opened as `unknown`, because the window closes. */
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

  #onExchange(exchange: Exchange): void {
    const { id, reply } = exchange;
    if (!reply) {
      const known = this.#pending.get(id) ?? {
        arrived: this.#context.clock.steady(),
        mask: this.#context.maskOf?.(exchange.server.id),
      };
      this.#pending.set(id, { ...known, exchange });
      return;
    }
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (pending?.settled) {
      this.#recordSettled(pending, pending.settled, exchange);
    } else if (pending) {
      this.#record(
        exchange,
        unaskedRequestOutcome(exchange, reply, this.#context.clock.steady() - pending.arrived),
        pending.mask,
      );
    }
  }

  #onSettled(request: ElicitationRequest, settlement: Settlement): void {
    const pending = this.#pending.get(request.id);
    if (!pending) {
      return;
    }
    if (this.#shown?.id === request.id) {
      this.#addShownTime();
      this.#shown = undefined;
    }
    pending.settled = { request, settlement, at: this.#context.clock.steady() };
    if (!this.#context.exchanges.get(request.id)) {
      // `Exchanges` is bounded and has discarded this exchange, so it will not report the reply.
      this.#pending.delete(request.id);
      this.#recordSettled(pending, pending.settled, undefined);
    }
  }

  /** Records a settled request. If its page is being opened, waits until this has ended or the window closes. */
  #recordSettled(pending: PendingRecord, settled: NonNullable<PendingRecord['settled']>, replied?: Exchange): void {
    const { settlement } = settled;
    if (!settlement.opening) {
      this.#recordOutcome(pending, settled, replied, false);
      return;
    }
    const record = (opened: boolean | 'unknown') => {
      if (this.#opening.delete(record)) {
        this.#recordOutcome(pending, settled, replied, opened);
      }
    };
    this.#opening.add(record);
    void settlement.opening.then(record);
  }

  #recordOutcome(
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
        arrival: exchange.arrival,
        waitedMs: at - arrived,
        shownMs,
        undrawn: undrawn === true,
        flagged: request.mode === 'form' ? (this.#context.flagged?.(request, content) ?? []) : [],
        opened,
        codes: exchange.codes,
        reply: replied?.reply,
      }),
      mask,
    );
  }

  #record({ server }: Exchange, outcome: ReturnType<typeof unaskedRequestOutcome>, mask: Mask | undefined): void {
    const { describe, isEnabled: enabled, writer } = this.#context;
    if (outcome && enabled()) {
      const { scope, protocol } = describe(server.id);
      const { id, name, asker } = server;
      writer.recordElicitation({ ...outcome, server: { id, name, scope }, ...(asker && { asker }), protocol }, mask);
    }
  }

  #addShownTime(): void {
    const pending = this.#shown && this.#pending.get(this.#shown.id);
    if (this.#shown && pending) {
      pending.shownMs = (pending.shownMs ?? 0) + this.#context.clock.steady() - this.#shown.since;
    }
  }
}
