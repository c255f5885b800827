import { rejectOnAbort } from '#core/common/timing.ts';

interface RunningAttempt {
  readonly hasSucceeded: Promise<boolean>;
  readonly abort: AbortController;
  /** The number of callers that wait for the end. */
  callers: number;
}

/** Runs one attempt at a time, and returns its result to all callers. Aborts the attempt when no caller waits any more. */
export class SharedAttempt {
  readonly #endSignal: AbortSignal;
  #running: RunningAttempt | undefined;

  /** @param endSignal Ends every attempt. */
  constructor(endSignal: AbortSignal) {
    this.#endSignal = endSignal;
  }

  /** Waits for the running attempt, or starts one. `wasRunning`: true if another caller had started the attempt. */
  async join(
    start: (signal: AbortSignal) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<{ readonly hasSucceeded: boolean; readonly wasRunning: boolean }> {
    signal.throwIfAborted();
    this.#endSignal.throwIfAborted();
    const wasRunning = this.#running !== undefined;
    this.#running ??= this.#start(start);
    const attempt = this.#running;
    attempt.callers += 1;
    const hasSucceeded = await rejectOnAbort(attempt.hasSucceeded, signal).finally(() => {
      attempt.callers -= 1;
      if (attempt.callers === 0) {
        attempt.abort.abort(new Error('No request waits for this attempt any more.'));
      }
    });
    return { hasSucceeded, wasRunning };
  }

  #start(start: (signal: AbortSignal) => Promise<boolean>): RunningAttempt {
    const abort = new AbortController();
    const hasSucceeded = start(AbortSignal.any([abort.signal, this.#endSignal])).finally(() => {
      this.#running = undefined;
    });
    hasSucceeded.catch(() => undefined);
    return { hasSucceeded, abort, callers: 0 };
  }
}
