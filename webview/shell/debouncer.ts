/** The longest delay: at most this many milliseconds of typing can be lost. */
const longestDelayMs = 1000;

/** Runs a callback once the user has paused typing, at the latest after a second. */
export class Debouncer {
  readonly #pause: number;
  readonly #callback: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The first `schedule` since the last run. */
  #since = 0;

  /** `pause`: in milliseconds. `callback` has to call `cancel`. */
  constructor(pause: number, callback: () => void) {
    this.#pause = pause;
    this.#callback = callback;
  }

  /** Restarts the pause. */
  schedule(): void {
    this.#since = this.#timer === undefined ? Date.now() : this.#since;
    clearTimeout(this.#timer);
    const left = this.#since + longestDelayMs - Date.now();
    this.#timer = setTimeout(this.#callback, Math.max(0, Math.min(this.#pause, left)));
  }

  /** Stops waiting. Returns true if a run was scheduled. */
  cancel(): boolean {
    const hadAny = this.#timer !== undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return hadAny;
  }
}
