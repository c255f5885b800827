import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { Disposable, Event } from '#core/common/events.ts';

/** Interactions with the user while a call runs. During an interaction, time limits for the server stand still. */
export interface UserInteractions {
  /** True while there is an interaction. */
  readonly anyOpen: boolean;
  readonly onDidChange: Event<void>;
}

/** Combines two sources of interactions: `anyOpen` while either has one. */
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
 * A time limit for a server. It stops during an interaction with the user and restarts with the full time afterwards. Its
 * owner must dispose of it when the limited operation has ended.
 */
export class PausableTimeout implements Disposable {
  readonly #ms: number;
  readonly #interactions: UserInteractions | undefined;
  readonly #subscription: Disposable | undefined;
  readonly #timeout = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  /** `interactions`: `undefined` if there can be none during the operation. */
  constructor(ms: number, interactions: UserInteractions | undefined) {
    this.#ms = ms;
    this.#interactions = interactions;
    this.#subscription = interactions?.onDidChange(() => this.#restart());
    this.#restart();
  }

  /** Aborted when the time is over, with an `SdkError` `RequestTimeout` as the reason. */
  get signal(): AbortSignal {
    return this.#timeout.signal;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscription?.dispose();
  }

  #restart(): void {
    clearTimeout(this.#timer);
    if (!this.#interactions?.anyOpen) {
      const reason = new SdkError(SdkErrorCode.RequestTimeout, 'The server did not answer in time.');
      this.#timer = setTimeout(() => this.#timeout.abort(reason), this.#ms);
    }
  }
}

/** True if the error means that a server did not respond in time. */
export function isTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}
