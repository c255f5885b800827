/** Somebody who does not pause loses no more than so many ms of typing, whatever happens. */
const LONGEST = 1000;

/** Gathers what is typed until nothing more has come for a while, but not for too long. */
export class Debouncer {
  readonly #pause: number;
  readonly #gathered: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the first of it came. */
  #since = 0;

  /** `pause`: in milliseconds. `gathered`: is to call `end`. */
  constructor(pause: number, gathered: () => void) {
    this.#pause = pause;
    this.#gathered = gathered;
  }

  /** Something was typed. */
  schedule(): void {
    this.#since = this.#timer === undefined ? Date.now() : this.#since;
    clearTimeout(this.#timer);
    const left = this.#since + LONGEST - Date.now();
    this.#timer = setTimeout(this.#gathered, Math.max(0, Math.min(this.#pause, left)));
  }

  /** Waits no longer. True when something had been gathered. */
  cancel(): boolean {
    const hadAny = this.#timer !== undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return hadAny;
  }
}
