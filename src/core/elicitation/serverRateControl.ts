import type { RateReport } from '#core/guard/rateLimiter.ts';
import type { CallOrigin } from '#core/model/call.ts';
import type { ElicitationServices } from './elicitationContext.ts';

type Services = Pick<ElicitationServices, 'rateLimiter' | 'inbox' | 'suspendedCalls'>;

/** The rate limit of one server, and the user's actions on it. */
export class ServerRateControl {
  readonly #services: Services;
  readonly #serverId: () => string;
  readonly #onChange: () => void;

  /** `onChange` is called when the time of a mute is over. */
  constructor(services: Services, serverId: () => string, onChange: () => void) {
    this.#services = services;
    this.#serverId = serverId;
    this.#onChange = onChange;
  }

  get report(): RateReport {
    return this.#services.rateLimiter.report(this.#serverId());
  }

  /** Suspends the limits until the window closes. Withheld requests are shown. */
  allow(): void {
    this.#services.rateLimiter.allow(this.#serverId());
  }

  /** Shows no request of the server for `ms` milliseconds, or until `unmute`. */
  mute(ms?: number): void {
    this.#services.rateLimiter.mute(this.#serverId(), ms);
    if (ms !== undefined) {
      setTimeout(this.#onChange, ms).unref();
    }
  }

  unmute(): void {
    this.#services.rateLimiter.unmute(this.#serverId());
  }

  /** Removes the notice, because the user has dismissed it. */
  dismiss(): void {
    this.#services.rateLimiter.dismiss(this.#serverId());
  }

  /** Cancels the waiting requests of the server, and the calls whose requests are withheld. */
  cancelAll(by: CallOrigin): void {
    const { inbox, suspendedCalls } = this.#services;
    const serverId = this.#serverId();
    const isOfServer = ({ server }: { readonly server: { readonly id: string } }) => server.id === serverId;
    for (const { id } of suspendedCalls.all.filter((suspended) => isOfServer(suspended) && suspended.withheld)) {
      suspendedCalls.stop(id);
    }
    for (const { id } of inbox.pending.filter(isOfServer)) {
      inbox.decide(id, { action: 'cancel', ...(by === 'program' && { byProgram: true }) });
    }
  }
}
