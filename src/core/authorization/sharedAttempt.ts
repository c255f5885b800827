import { rejectOnAbort } from '#core/common/timing.ts';

interface Flight {
  readonly outcome: Promise<boolean>;
  readonly abort: AbortController;
  waiting: number;
}

/** Runs one attempt at a time and shares its outcome. Aborts it when no caller waits any more. */
export class SharedAttempt {
  readonly #ended: AbortSignal;
  #flight: Flight | undefined;

  /** @param ended Ends every attempt. */
  constructor(ended: AbortSignal) {
    this.#ended = ended;
  }

  /** `joined`: another caller had begun the attempt. */
  async join(
    begin: (signal: AbortSignal) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<{ readonly succeeded: boolean; readonly joined: boolean }> {
    signal.throwIfAborted();
    this.#ended.throwIfAborted();
    const joined = this.#flight !== undefined;
    this.#flight ??= this.#begin(begin);
    const flight = this.#flight;
    flight.waiting += 1;
    const succeeded = await rejectOnAbort(flight.outcome, signal).finally(() => {
      flight.waiting -= 1;
      if (flight.waiting === 0) {
        flight.abort.abort(new Error('Nobody waits for this any more.'));
      }
    });
    return { succeeded, joined };
  }

  #begin(begin: (signal: AbortSignal) => Promise<boolean>): Flight {
    const abort = new AbortController();
    const outcome = begin(AbortSignal.any([abort.signal, this.#ended])).finally(() => {
      this.#flight = undefined;
    });
    outcome.catch(() => undefined);
    return { outcome, abort, waiting: 0 };
  }
}
