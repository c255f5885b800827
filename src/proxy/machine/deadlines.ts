interface Deadline {
  readonly at: number;
  readonly run: () => void;
}

/** What is to happen at some time, by name. It has no clock: `runDue` is called with the time. */
export class Deadlines {
  readonly #deadlines = new Map<string, Deadline>();
  #next: number | undefined;

  /** The time of the earliest deadline. */
  get next(): number | undefined {
    return this.#next;
  }

  /** Replaces the deadline with this name; `at` undefined or infinite: only removes it. */
  set(name: string, at: number | undefined, run: () => void): void {
    this.clear(name);
    if (at === undefined || at === Number.POSITIVE_INFINITY) return;
    this.#deadlines.set(name, { at, run });
    this.#next = Math.min(this.#next ?? at, at);
  }

  clear(name: string): void {
    const cleared = this.#deadlines.get(name);
    this.#deadlines.delete(name);
    if (cleared?.at === this.#next) this.#findNext();
  }

  clearAll(): void {
    this.#deadlines.clear();
    this.#next = undefined;
  }

  /** Runs what is due. What that sets is run as well if it is due. */
  runDue(now: number): void {
    while (this.#next !== undefined && this.#next <= now) {
      for (const [name, { at, run }] of this.#deadlines) {
        if (at !== this.#next) continue;
        this.clear(name);
        run();
        break;
      }
    }
  }

  #findNext(): void {
    this.#next = undefined;
    for (const { at } of this.#deadlines.values()) this.#next = Math.min(this.#next ?? at, at);
  }
}
