/** The maximum delay, so that at most this much typing can be lost. In milliseconds. */
const maxDelayMs = 1000;

/** Runs a callback when the user pauses typing, at the latest after a second. */
export class Debouncer {
  readonly #pauseMs: number;
  readonly #callback: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The time of the first `schedule` since the last run. In milliseconds since the epoch. */
  #firstScheduledAt = 0;

  /** `callback` must call `cancel`. */
  constructor(pauseMs: number, callback: () => void) {
    this.#pauseMs = pauseMs;
    this.#callback = callback;
  }

  /** Starts the pause, or starts it again. */
  schedule(): void {
    this.#firstScheduledAt = this.#timer === undefined ? Date.now() : this.#firstScheduledAt;
    clearTimeout(this.#timer);
    const msLeft = this.#firstScheduledAt + maxDelayMs - Date.now();
    this.#timer = setTimeout(this.#callback, Math.max(0, Math.min(this.#pauseMs, msLeft)));
  }

  /** Cancels the scheduled run. Returns true if a run was scheduled. */
  cancel(): boolean {
    const wasScheduled = this.#timer !== undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return wasScheduled;
  }
}
