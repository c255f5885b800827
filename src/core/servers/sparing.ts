const windowMs = 1000;

/** Lets so many lines of a server through in a second, and then tells how many more there were. */
export class Sparing {
  readonly #most: number;
  readonly #more: (count: number) => void;
  #timer: NodeJS.Timeout | undefined;
  #count = 0;

  constructor(most: number, more: (count: number) => void) {
    this.#most = most;
    this.#more = more;
  }

  /** Counts one more line. True when it may be written. */
  admits(): boolean {
    this.#timer ??= setTimeout(() => this.#next(), windowMs).unref();
    this.#count += 1;
    return this.#count <= this.#most;
  }

  #next(): void {
    const more = this.#count - this.#most;
    this.#timer = undefined;
    this.#count = 0;
    if (more > 0) {
      this.#more(more);
    }
  }
}
