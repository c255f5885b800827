import type { Disposable } from '../events.ts';
import type { Exchange, Exchanges } from '../inbox/exchanges.ts';
import type { Inbox, Settlement } from '../inbox/inbox.ts';
import type { ElicitationRequest, FormRequest } from '../inbox/request.ts';
import type { Clock } from '../ports.ts';
import { askedFate, contentOf, unaskedFate } from './fates.ts';
import type { Recorder } from './recorder.ts';

export interface RecordingPorts {
  readonly inbox: Pick<Inbox, 'onDidSettle'>;
  readonly exchanges: Pick<Exchanges, 'onDidChange' | 'get'>;
  readonly recorder: Pick<Recorder, 'add'>;
  readonly clock: Clock;
  /** Asked at every request that ends. */
  readonly enabled: () => boolean;
  /** What else there is to say of a server: where its entry was written, and the negotiated revision. */
  readonly describe: (serverId: string) => {
    readonly scope?: string | undefined;
    readonly protocol?: string | undefined;
  };
  /** Fields that ask for what forms must not ask for, by name; also by what was typed into them. Absent: none. */
  readonly flagged?: (
    request: FormRequest,
    content: Readonly<Record<string, unknown>> | undefined,
  ) => readonly string[];
}

/** A request whose end has not been recorded. */
interface Open {
  readonly exchange: Exchange;
  shownMs?: number;
  undrawn?: true;
  settled?: { readonly request: ElicitationRequest; readonly settlement: Settlement; readonly at: number };
}

/**
 * Turns what happens to the requests of servers into the record's entries: exactly one for each, when it is known what
 * went back to the server.
 */
export class Recording implements Disposable {
  readonly #ports: RecordingPorts;
  readonly #open = new Map<string, Open>();
  readonly #subscriptions: readonly Disposable[];
  #shown: { readonly id: string; readonly since: number } | undefined;

  constructor(ports: RecordingPorts) {
    this.#ports = ports;
    this.#subscriptions = [
      ports.exchanges.onDidChange((exchange) => this.#crossed(exchange)),
      ports.inbox.onDidSettle(({ request, settlement }) => this.#settled(request, settlement)),
    ];
  }

  /** The question that a person has before them now, if any. */
  showing(id: string | undefined): void {
    if (id !== this.#shown?.id) {
      this.#countShown();
      this.#shown = id === undefined ? undefined : { id, since: this.#ports.clock.now() };
    }
  }

  /** A question could not be drawn; what ends it next is no person's doing. */
  undrawn(id: string): void {
    const open = this.#open.get(id);
    if (open) {
      open.undrawn = true;
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
      this.#open.set(id, { ...this.#open.get(id), exchange });
      return;
    }
    const open = this.#open.get(id);
    this.#open.delete(id);
    if (open?.settled) {
      this.#recordAsked(open, open.settled, exchange);
    } else if (open) {
      this.#record(exchange, unaskedFate(exchange, reply));
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
    open.settled = { request, settlement, at: this.#ports.clock.now() };
    if (!this.#ports.exchanges.get(request.id)) {
      // Forgotten because there are so many: nobody will say what went back.
      this.#open.delete(request.id);
      this.#recordAsked(open, open.settled, undefined);
    }
  }

  #recordAsked({ exchange, shownMs, undrawn }: Open, settled: NonNullable<Open['settled']>, replied?: Exchange): void {
    const { request, settlement, at } = settled;
    const content = contentOf(settlement);
    this.#record(
      exchange,
      askedFate({
        request,
        settlement,
        way: exchange.way,
        waitedMs: at - exchange.at,
        shownMs,
        undrawn: undrawn === true,
        flagged: request.mode === 'form' ? (this.#ports.flagged?.(request, content) ?? []) : [],
        reply: replied?.reply,
      }),
    );
  }

  #record({ server }: Exchange, fate: ReturnType<typeof unaskedFate>): void {
    const { describe, enabled, recorder } = this.#ports;
    if (fate && enabled()) {
      const { scope, protocol } = describe(server.id);
      recorder.add({ ...fate, server: { id: server.id, name: server.name, scope }, protocol });
    }
  }

  #countShown(): void {
    const open = this.#shown && this.#open.get(this.#shown.id);
    if (this.#shown && open) {
      open.shownMs = (open.shownMs ?? 0) + Math.max(0, this.#ports.clock.now() - this.#shown.since);
    }
  }
}
