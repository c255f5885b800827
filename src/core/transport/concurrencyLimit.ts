/** Replies to requests of one server that are posted at once: each takes a socket until the server answers it. */
export const maxConcurrentReplies = 20;

/** Lets so many pieces of work go on at once; the others wait for their turn, in their order. */
export class ConcurrencyLimit {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(most: number) {
    this.#free = most;
  }

  /** @throws What `work` throws, or the reason of the signal when it fires before the turn has come. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#turn(signal);
    try {
      return await work();
    } finally {
      this.#end();
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(begin);
        reject(signal.reason);
      };
      const begin = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      this.#waiting.add(begin);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #end(): void {
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      next();
    } else {
      this.#free += 1;
    }
  }
}
