import { createHash } from 'node:crypto';
import type { Clock } from '#core/common/clock.ts';
import type { Disposable } from '#core/common/events.ts';
import { isRecord } from '#form/json.ts';
import type { Redirect, RedirectOptions, RedirectReceiver, SharedSecretStore } from './authorizationServices.ts';

interface CrossWindowRedirectsOptions {
  readonly shared: SharedSecretStore;
  /** The URI with which the browser activates some window of the editor. */
  redirectUri(): Promise<string>;
  readonly clock: Clock;
}

/** How long a stored state is valid that its window could not delete. A window that still waits is not limited. */
const stateLifetimeMs = 24 * 60 * 60_000;
/** In characters. */
const maxQueryLength = 16 * 1024;

/**
 * Receives the browser through the editor, which activates one of its windows, perhaps not the window that waits. The
 * activated window passes the parameters on through the shared store. Each expected `state` is in the store; parameters with
 * another `state` are ignored.
 */
export class CrossWindowRedirects implements RedirectReceiver, Disposable {
  readonly #options: CrossWindowRedirectsOptions;
  readonly #waiting = new Map<string, (params: URLSearchParams) => void>();
  readonly #subscription: Disposable;

  constructor(options: CrossWindowRedirectsOptions) {
    this.#options = options;
    this.#subscription = options.shared.onDidChange((key) => {
      this.#deliverStoredParams(key).catch(() => undefined);
    });
  }

  async open({ state }: RedirectOptions): Promise<Redirect> {
    const { shared, clock } = this.#options;
    const key = keyOf(state);
    const uri = await this.#options.redirectUri();
    const params = new Promise<URLSearchParams>((resolve) => this.#waiting.set(key, resolve));
    await shared.set(key, JSON.stringify({ until: clock.now() + stateLifetimeMs }));
    return {
      uri,
      params,
      dispose: () => {
        this.#waiting.delete(key);
        shared.delete(key).catch(() => undefined);
      },
    };
  }

  /** Handles the parameters in the window that the editor has activated. Returns true if some window waits for them. */
  async receive(params: URLSearchParams): Promise<boolean> {
    const { shared } = this.#options;
    const key = keyOf(params.get('state') ?? '');
    const query = params.toString();
    const stored = parse(await shared.get(key));
    const resolve = this.#waiting.get(key);
    const hasExpired = resolve === undefined && stored !== undefined && stored.until <= this.#options.clock.now();
    if (!stored || stored.query !== undefined || hasExpired || query.length > maxQueryLength) {
      return false;
    }
    if (resolve) {
      resolve(params);
    } else {
      await shared.set(key, JSON.stringify({ ...stored, query }));
    }
    return true;
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async #deliverStoredParams(key: string): Promise<void> {
    const resolve = this.#waiting.get(key);
    if (resolve) {
      const stored = parse(await this.#options.shared.get(key));
      if (stored?.query !== undefined) {
        resolve(new URLSearchParams(stored.query));
      }
    }
  }
}

interface StoredState {
  /** In milliseconds since the epoch. */
  readonly until: number;
  /** The parameters of the redirect, for the window that waits. */
  readonly query?: string;
}

/** The key of a state: a hash, because the state is a secret and keys are not. */
function keyOf(state: string): string {
  return `redirect:${createHash('sha256').update(state).digest('hex')}`;
}

function parse(text: string | undefined): StoredState | undefined {
  if (text === undefined) {
    return undefined;
  }
  const value: unknown = JSON.parse(text);
  return isRecord(value) && typeof value['until'] === 'number' ? (value as unknown as StoredState) : undefined;
}
