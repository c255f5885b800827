/** The number of replies that are posted to one server at once: each takes a socket until the server responds. */
export const maxConcurrentReplies = 20;

/** Runs at most `maxRunning` actions at once; the others wait, and start in the order in which they were passed. */
export class ConcurrencyLimit {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(maxRunning: number) {
    this.#free = maxRunning;
  }

  /** @throws what `action` throws, or the signal's reason if the signal fires before `action` has started. */
  async run<T>(action: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#acquire(signal);
    try {
      return await action();
    } finally {
      this.#release();
    }
  }

  async #acquire(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const stopWaiting = () => {
        this.#waiting.delete(start);
        reject(signal.reason);
      };
      const start = () => {
        signal.removeEventListener('abort', stopWaiting);
        resolve();
      };
      this.#waiting.add(start);
      signal.addEventListener('abort', stopWaiting, { once: true });
    });
  }

  #release(): void {
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      next();
    } else {
      this.#free += 1;
    }
  }
}
