import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { Disposable, Event } from '#core/common/events.ts';

/** Pauses before a lost stream is asked for again, in milliseconds. */
export interface StreamPauses {
  /** The first, doubled each time. */
  readonly firstMs: number;
  /** The longest for the response to a request, which somebody waits for. */
  readonly longestMs: number;
  /** The longest for the standalone stream. */
  readonly idleMs: number;
}

/** What becomes of a process that crashes. Times in milliseconds. */
export interface RestartLimits {
  /** One that had run for so long is started again by itself. */
  readonly ranMs: number;
  /** After that pause. */
  readonly pauseMs: number;
  /** After so many crashes within `withinMs` it stays down until the user starts it, or these times are over. */
  readonly mostCrashes: number;
  readonly withinMs: number;
}

/** How long a server may take, in milliseconds. */
export interface Limits {
  /** To connect. `npx` may have to download a server before it answers. */
  readonly startMs: number;
  /** To list one page of what it offers. */
  readonly listMs: number;
  /** To say how a task stands. */
  readonly pollMs: number;
  /** To give a sign of life when it is asked for one. */
  readonly aliveMs: number;
  /**
   * To say its era. A process that is silent is taken for one of the legacy era and gets its `initialize`; over HTTP
   * silence is a failure, and a server that sleeps while nobody calls takes a while to wake.
   */
  readonly probeMs: Readonly<Record<'stdio' | 'http' | 'sse', number>>;
  /** How long we wait before a stream that was lost is asked for again. */
  readonly pauses: StreamPauses;
  readonly restart: RestartLimits;
}

export const defaultLimits: Limits = {
  startMs: 120_000,
  listMs: 30_000,
  pollMs: 30_000,
  aliveMs: 5000,
  probeMs: { stdio: 4000, http: 30_000, sse: 30_000 },
  pauses: { firstMs: 1000, longestMs: 15_000, idleMs: 300_000 },
  restart: { ranMs: 60_000, pauseMs: 5000, mostCrashes: 3, withinMs: 300_000 },
};

/** The questions of a connection, as far as time is concerned. */
export interface OpenQuestions {
  /** True while a person is asked. */
  readonly anyOpen: boolean;
  readonly onDidChange: Event<void>;
}

/** Open while one of the two is. */
export function eitherOpen(questions: OpenQuestions, others: OpenQuestions | undefined): OpenQuestions {
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
  readonly #questions: OpenQuestions | undefined;
  readonly #subscription: Disposable | undefined;
  readonly #passed = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  /** Without `questions` nobody can be asked meanwhile. */
  constructor(ms: number, questions: OpenQuestions | undefined) {
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
