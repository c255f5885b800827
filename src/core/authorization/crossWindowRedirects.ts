import { createHash } from 'node:crypto';
import type { Clock } from '#core/common/clock.ts';
import type { Disposable, Event } from '#core/common/events.ts';
import { isRecord } from '#form/json.ts';
import type { Redirect, RedirectOptions, RedirectReceiver, SecretStore } from './authorizationServices.ts';

/** A store that all windows share, with an event for changes. */
export interface SharedSecretStore extends SecretStore {
  /** Fires with the changed key, in every window. */
  readonly onDidChange: Event<string>;
}

interface CrossWindowRedirectsOptions {
  readonly shared: SharedSecretStore;
  /** The URI that makes the browser activate one of the editor's windows, whichever. */
  redirectUri(): Promise<string>;
  readonly clock: Clock;
}

/** Milliseconds for which a state is valid that its window could not delete. Does not limit a window that still waits. */
const stateLifetimeMs = 24 * 60 * 60_000;
/** In characters. */
const maxAnswerLength = 16 * 1024;

/**
 * Receives the browser through the editor, which activates one of its windows, perhaps not the one that waits. That window
 * passes the answer on through the shared store. Each expected state is in the store; an answer with another state is not
 * expected and is not stored.
 */
export class CrossWindowRedirects implements RedirectReceiver, Disposable {
  readonly #options: CrossWindowRedirectsOptions;
  readonly #waiting = new Map<string, (params: URLSearchParams) => void>();
  readonly #subscription: Disposable;

  constructor(options: CrossWindowRedirectsOptions) {
    this.#options = options;
    this.#subscription = options.shared.onDidChange((key) => {
      this.#deliverStoredAnswer(key).catch(() => undefined);
    });
  }

  async open({ state }: RedirectOptions): Promise<Redirect> {
    const { shared, clock } = this.#options;
    const key = keyOf(state);
    const uri = await this.#options.redirectUri();
    const answer = new Promise<URLSearchParams>((resolve) => this.#waiting.set(key, resolve));
    await shared.set(key, JSON.stringify({ until: clock.now() + stateLifetimeMs }));
    return {
      uri,
      answer,
      dispose: () => {
        this.#waiting.delete(key);
        shared.delete(key).catch(() => undefined);
      },
    };
  }

  /** To be called in the window that the editor activated. True if a window waits for these parameters. */
  async receive(params: URLSearchParams): Promise<boolean> {
    const { shared } = this.#options;
    const key = keyOf(params.get('state') ?? '');
    const query = params.toString();
    const known = parse(await shared.get(key));
    const waits = this.#waiting.get(key);
    const isOver = waits === undefined && known !== undefined && known.until <= this.#options.clock.now();
    if (!known || known.query !== undefined || isOver || query.length > maxAnswerLength) {
      return false;
    }
    if (waits) {
      waits(params);
    } else {
      await shared.set(key, JSON.stringify({ ...known, query }));
    }
    return true;
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async #deliverStoredAnswer(key: string): Promise<void> {
    const resolve = this.#waiting.get(key);
    if (resolve) {
      const known = parse(await this.#options.shared.get(key));
      if (known?.query !== undefined) {
        resolve(new URLSearchParams(known.query));
      }
    }
  }
}

interface StoredState {
  /** In milliseconds since the epoch. */
  readonly until: number;
  /** The answer, for the window that waits. */
  readonly query?: string;
}

/** A hash, because the state is a secret and keys are not. */
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
