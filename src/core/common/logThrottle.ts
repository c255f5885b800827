import type { SteadyClock } from './clock.ts';
import { systemClock } from './clock.ts';

const windowMs = 1000;
/** The time that formatting and writing lines may take in each second, in milliseconds. */
const maxWritingMs = 50;

/** Admits at most `maxLines` lines in a second. At the end of the second it calls `onRefused` with the number of others, if any. */
export class LogThrottle {
  readonly #maxLines: number;
  readonly #onRefused: (count: number) => void;
  readonly #clock: SteadyClock;
  #timer: NodeJS.Timeout | undefined;
  #admitted = 0;
  #refused = 0;
  #writingMs = 0;

  constructor(maxLines: number, onRefused: (count: number) => void, clock: SteadyClock = systemClock) {
    this.#maxLines = maxLines;
    this.#onRefused = onRefused;
    this.#clock = clock;
  }

  /** Counts a line. True if the line may be written. */
  admit(): boolean {
    this.#timer ??= setTimeout(() => this.#endWindow(), windowMs).unref();
    if (this.#admitted >= this.#maxLines || this.#writingMs >= maxWritingMs) {
      this.#refused += 1;
      return false;
    }
    this.#admitted += 1;
    return true;
  }

  /** Calls `writeLine`, which formats and writes a line, if the line is admitted. Masking can be slow, so its time counts. */
  write(writeLine: () => void): void {
    if (this.admit()) {
      const startedAt = this.#clock.steady();
      writeLine();
      this.#writingMs += this.#clock.steady() - startedAt;
    }
  }

  #endWindow(): void {
    const refused = this.#refused;
    this.#timer = undefined;
    this.#admitted = 0;
    this.#refused = 0;
    this.#writingMs = 0;
    if (refused > 0) {
      this.#onRefused(refused);
    }
  }
}
