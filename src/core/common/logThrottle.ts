import type { SteadyClock } from './clock.ts';
import { systemClock } from './clock.ts';

const windowMs = 1000;
/** Milliseconds of each second that may be spent on formatting lines. */
const maxWorkMs = 50;

/** Admits so many lines in a second, and then reports the number of others. */
export class LogThrottle {
  readonly #max: number;
  readonly #more: (count: number) => void;
  readonly #clock: SteadyClock;
  #timer: NodeJS.Timeout | undefined;
  #admitted = 0;
  #refused = 0;
  #worked = 0;

  constructor(max: number, more: (count: number) => void, clock: SteadyClock = systemClock) {
    this.#max = max;
    this.#more = more;
    this.#clock = clock;
  }

  /** Counts one more line. True when it may be written. */
  admits(): boolean {
    this.#timer ??= setTimeout(() => this.#next(), windowMs).unref();
    if (this.#admitted >= this.#max || this.#worked >= maxWorkMs) {
      this.#refused += 1;
      return false;
    }
    this.#admitted += 1;
    return true;
  }

  /** Calls `line`, which formats and writes a line, if the line is admitted. Its time counts: masking can be slow. */
  write(line: () => void): void {
    if (this.admits()) {
      const began = this.#clock.steady();
      line();
      this.#worked += this.#clock.steady() - began;
    }
  }

  #next(): void {
    const more = this.#refused;
    this.#timer = undefined;
    this.#admitted = 0;
    this.#refused = 0;
    this.#worked = 0;
    if (more > 0) {
      this.#more(more);
    }
  }
}
