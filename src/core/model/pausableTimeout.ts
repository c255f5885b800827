import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { Disposable, Event } from '#core/common/events.ts';

/** The questions of a connection, as far as time is concerned. */
export interface UserInteractions {
  /** True while a person is asked. */
  readonly anyOpen: boolean;
  readonly onDidChange: Event<void>;
}

/** Open while one of the two is. */
export function combineInteractions(
  questions: UserInteractions,
  others: UserInteractions | undefined,
): UserInteractions {
  return others === undefined
    ? questions
    : {
        get anyOpen() {
          return questions.anyOpen || others.anyOpen;
        },
        onDidChange: (listener) => {
          const subscriptions = [questions.onDidChange(listener), others.onDidChange(listener)];
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
 * A limit to the server's time and not the person's: it stands still while a question is open, and runs anew, in full,
 * once none is. To be disposed of when what it limits has ended.
 */
export class PausableTimeout implements Disposable {
  readonly #ms: number;
  readonly #questions: UserInteractions | undefined;
  readonly #subscription: Disposable | undefined;
  readonly #passed = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  /** Without `questions` nobody can be asked meanwhile. */
  constructor(ms: number, questions: UserInteractions | undefined) {
    this.#ms = ms;
    this.#questions = questions;
    this.#subscription = questions?.onDidChange(() => this.#run());
    this.#run();
  }

  /** Fires with an `SdkError` `RequestTimeout` when the time is up. */
  get signal(): AbortSignal {
    return this.#passed.signal;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscription?.dispose();
  }

  #run(): void {
    clearTimeout(this.#timer);
    if (!this.#questions?.anyOpen) {
      const reason = new SdkError(SdkErrorCode.RequestTimeout, 'The server did not answer in time.');
      this.#timer = setTimeout(() => this.#passed.abort(reason), this.#ms);
    }
  }
}

/** True for an error that says that a server did not answer in time. */
export function isTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}
