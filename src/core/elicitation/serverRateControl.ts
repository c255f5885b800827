import type { RateLimiter, RateReport } from '#core/guard/rateLimiter.ts';
import type { Inbox } from '#core/inbox/inbox.ts';
import type { SuspendedCalls } from '#core/inbox/suspendedCalls.ts';
import type { CallOrigin } from '#core/model/call.ts';

interface AskingPorts {
  readonly rateLimiter: RateLimiter;
  readonly inbox: Inbox;
  readonly suspendedCalls: SuspendedCalls;
  readonly serverId: () => string;
  /** A mute has ended by itself. */
  readonly changed: () => void;
}

/** How much one server asks the person, and what they can say to that. */
export class ServerRateControl {
  readonly #ports: AskingPorts;

  constructor(ports: AskingPorts) {
    this.#ports = ports;
  }

  get report(): RateReport {
    return this.#ports.rateLimiter.report(this.#id);
  }

  /** Lets it ask as often as it likes until the window closes; questions that were withheld come up. */
  allow(): void {
    this.#ports.rateLimiter.allow(this.#id);
  }

  /** Shows none of its questions for `ms` milliseconds, or until `unmute`. */
  mute(ms?: number): void {
    this.#ports.rateLimiter.mute(this.#id, ms);
    if (ms !== undefined) {
      setTimeout(this.#ports.changed, ms).unref();
    }
  }

  unmute(): void {
    this.#ports.rateLimiter.unmute(this.#id);
  }

  /** The person has seen how much it asks. */
  dismiss(): void {
    this.#ports.rateLimiter.dismiss(this.#id);
  }

  /** Cancels all that it asks: questions that wait, and calls whose questions are withheld. `by`: who wants that. */
  cancelAll(by: CallOrigin): void {
    const { inbox, suspendedCalls } = this.#ports;
    const isOurs = ({ server }: { readonly server: { readonly id: string } }) => server.id === this.#id;
    for (const { id } of suspendedCalls.all.filter((hold) => isOurs(hold) && hold.withheld)) {
      suspendedCalls.stop(id);
    }
    for (const { id } of inbox.pending.filter(isOurs)) {
      inbox.decide(id, { action: 'cancel', ...(by === 'program' && { byProgram: true }) });
    }
  }

  get #id(): string {
    return this.#ports.serverId();
  }
}
