import { systemClock } from '#core/common/clock.ts';
import { ServerRateControl } from '#core/elicitation/serverRateControl.ts';
import type { CallOrigin } from '#core/model/call.ts';
import type { Attribution } from '#core/model/elicitationRequest.ts';
import type { AgentServices } from './agentServices.ts';

type Services = Pick<AgentServices, 'rateLimiter' | 'inbox' | 'suspendedCalls'>;

/** What the user can do with all servers of one client, or of all other extensions. */
export interface AskerControl {
  /** The end of the mute in milliseconds since the epoch; `Infinity` for one without end, `undefined` if it is not muted. */
  readonly mutedUntil: number | undefined;
  /** True if it is muted, or one of its servers is. */
  readonly hasMuted: boolean;
  /** Shows no request for `ms` milliseconds, or until `unmute`. */
  mute(ms?: number): void;
  /** Ends the mute, also that of single servers. */
  unmute(): void;
  /** Ends the calls that ask, and cancels the requests that wait. */
  stop(by: CallOrigin): void;
}

/**
 * The accounts under which the requests of clients are limited: one for each connected server, one for all others of a client. They are
 * known until the window closes, so that the user can lift a limit also after the client has ended.
 */
export class ClientAccounts {
  readonly #services: Services;
  readonly #onChange: () => void;
  readonly #accounts = new Map<string, { readonly client: string; readonly server: Attribution }>();
  /** The ends of the mutes of clients, by the steady clock. */
  readonly #mutes = new Map<string, number>();

  /** `onChange` is called when a client was muted or unmuted, and when the time of a mute is over. */
  constructor(services: Services, onChange: () => void) {
    this.#services = services;
    this.#onChange = onChange;
  }

  get all(): readonly Attribution[] {
    return [...this.#accounts.values()].map(({ server }) => server);
  }

  /** The clients that have connected since the window was opened, or were muted. */
  get clients(): readonly string[] {
    return [...new Set([...[...this.#accounts.values()].map(({ client }) => client), ...this.#mutes.keys()])];
  }

  /** Notes an account of a client before its first request. It begins muted if the client is. */
  note(client: string, server: Attribution): void {
    const isNew = !this.#accounts.has(server.id);
    this.#accounts.set(server.id, { client, server });
    const mutedMs = this.#mutedMs(client);
    if (isNew && mutedMs > 0) {
      this.#services.rateLimiter.mute(server.id, mutedMs);
    }
  }

  rateControlOf(accountId: string): ServerRateControl {
    return new ServerRateControl(this.#services, () => accountId, this.#onChange);
  }

  /** `stopCalls` ends the calls of the client that ask. */
  controlOf(client: string, stopCalls: () => void): AskerControl {
    const controls = () => this.#of(client).map((id) => this.rateControlOf(id));
    const mutedMs = this.#mutedMs(client);
    return {
      mutedUntil: mutedMs > 0 ? Math.round(systemClock.now() + mutedMs) : undefined,
      hasMuted: mutedMs > 0 || controls().some(({ report }) => report.mutedUntil !== undefined),
      mute: (ms = Number.POSITIVE_INFINITY) => {
        this.#mutes.set(client, systemClock.steady() + ms);
        for (const id of this.#of(client)) {
          this.#services.rateLimiter.mute(id, ms);
        }
        if (Number.isFinite(ms)) {
          setTimeout(this.#onChange, ms).unref();
        }
        this.#onChange();
      },
      unmute: () => {
        this.#mutes.delete(client);
        for (const control of controls()) {
          control.unmute();
        }
        this.#onChange();
      },
      stop: (by) => {
        stopCalls();
        for (const control of controls()) {
          control.cancelAll(by);
        }
      },
    };
  }

  #of(client: string): readonly string[] {
    return [...this.#accounts].filter(([, account]) => account.client === client).map(([id]) => id);
  }

  #mutedMs(client: string): number {
    return (this.#mutes.get(client) ?? 0) - systemClock.steady();
  }
}
