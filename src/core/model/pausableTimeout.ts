import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { Disposable, Event } from '#core/common/events.ts';

/** Whether the user is asked for something, which stops the clock for the server. */
export interface UserInteractions {
  /** True while the user is asked. */
  readonly anyOpen: boolean;
  readonly onDidChange: Event<void>;
}

/** Open while one of the two is open. */
export function combineInteractions(
  interactions: UserInteractions,
  others: UserInteractions | undefined,
): UserInteractions {
  return others === undefined
    ? interactions
    : {
        get anyOpen() {
          return interactions.anyOpen || others.anyOpen;
        },
        onDidChange: (listener) => {
          const subscriptions = [interactions.onDidChange(listener), others.onDidChange(listener)];
          return {
            dispose: () => {
              for (const subscription of subscriptions) {
                subscription.dispose();
              }
            },
          };
        },
      };
}

/**
 * A limit for the server's time, not the user's: it stops while the user is asked, and starts again in full afterwards.
 * Dispose of it when what it limits has ended.
 */
export class PausableTimeout implements Disposable {
  readonly #ms: number;
  readonly #interactions: UserInteractions | undefined;
  readonly #subscription: Disposable | undefined;
  readonly #elapsed = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  /** `interactions`: absent when the user cannot be asked meanwhile. */
  constructor(ms: number, interactions: UserInteractions | undefined) {
    this.#ms = ms;
    this.#interactions = interactions;
    this.#subscription = interactions?.onDidChange(() => this.#run());
    this.#run();
  }

  /** Fires with an `SdkError` `RequestTimeout` when the time is over. */
  get signal(): AbortSignal {
    return this.#elapsed.signal;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscription?.dispose();
  }

  #run(): void {
    clearTimeout(this.#timer);
    if (!this.#interactions?.anyOpen) {
      const reason = new SdkError(SdkErrorCode.RequestTimeout, 'The server did not answer in time.');
      this.#timer = setTimeout(() => this.#elapsed.abort(reason), this.#ms);
    }
  }
}

/** True when the error says that a server did not answer in time. */
export function isTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}
