import { createHash } from 'node:crypto';
import type { Clock } from '#core/common/clock.ts';
import type { Disposable, Event } from '#core/common/events.ts';
import { isRecord } from '#form/json.ts';
import type { Redirect, RedirectOptions, RedirectReceiver, SecretStore } from './authorizationServices.ts';

/** A store that all windows share, and that says when something in it has changed. */
export interface SharedSecretStore extends SecretStore {
  /** Fires with the key, in every window. */
  readonly onDidChange: Event<string>;
}

interface CrossWindowRedirectsOptions {
  readonly shared: SharedSecretStore;
  /** What the browser is to be sent to so that it wakes a window of ours: any of them. */
  redirectUri(): Promise<string>;
  readonly clock: Clock;
}

/** How long a state stands that its window had no time to take away, in milliseconds. A window that waits, waits on. */
const keptMs = 24 * 60 * 60_000;
/** In characters. */
const longestAnswer = 16 * 1024;

/**
 * Receives the browser through the editor, which wakes one of its windows: perhaps not the one that waits. What belongs
 * to another window is handed on through the store they share. A state stands there from the moment somebody waits for
 * it: whatever comes with another one is from a stranger, and leaves no trace.
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
    await shared.set(key, JSON.stringify({ until: clock.now() + keptMs }));
    return {
      uri,
      answer,
      dispose: () => {
        this.#waiting.delete(key);
        shared.delete(key).catch(() => undefined);
      },
    };
  }

  /** This window was woken. True when somebody, here or in another window, waits for these parameters. */
  async receive(params: URLSearchParams): Promise<boolean> {
    const { shared } = this.#options;
    const key = keyOf(params.get('state') ?? '');
    const query = params.toString();
    const known = parse(await shared.get(key));
    const waits = this.#waiting.get(key);
    const isOver = waits === undefined && known !== undefined && known.until <= this.#options.clock.now();
    if (!known || known.query !== undefined || isOver || query.length > longestAnswer) {
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
  /** What came back, for the window that waits. */
  readonly query?: string;
}

/** The state itself is a secret, and keys may be seen. */
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
