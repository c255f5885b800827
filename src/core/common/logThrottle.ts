import type { SteadyClock } from './clock.ts';
import { systemClock } from './clock.ts';

const windowMs = 1000;
/** Milliseconds of each second that may go into making the lines, however few they are. */
const longestWork = 50;

/** Lets so many lines of a server through in a second, and then tells how many more there were. */
export class LogThrottle {
  readonly #most: number;
  readonly #more: (count: number) => void;
  readonly #clock: SteadyClock;
  #timer: NodeJS.Timeout | undefined;
  #admitted = 0;
  #refused = 0;
  #worked = 0;

  constructor(most: number, more: (count: number) => void, clock: SteadyClock = systemClock) {
    this.#most = most;
    this.#more = more;
    this.#clock = clock;
  }

  /** Counts one more line. True when it may be written. */
  admits(): boolean {
    this.#timer ??= setTimeout(() => this.#next(), windowMs).unref();
    if (this.#admitted >= this.#most || this.#worked >= longestWork) {
      this.#refused += 1;
      return false;
    }
    this.#admitted += 1;
    return true;
  }

  /** Makes and writes a line where it may be written. The time that this takes counts: some lines cost a lot to clean. */
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
