/** The delay of a new problem after the last key. In milliseconds. */
const problemDelayMs = 500;

/** Delays the problems of fields while the user types: one timer for each field. */
export class ProblemTimers {
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();

  /** Runs `show` after the delay, unless the field starts again. */
  start(field: number, show: () => void): void {
    clearTimeout(this.#timers.get(field));
    this.#timers.set(field, setTimeout(show, problemDelayMs));
  }

  clear(): void {
    for (const timer of this.#timers.values()) {
      clearTimeout(timer);
    }
  }
}
