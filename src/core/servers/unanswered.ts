import { timeLimit } from './timing.ts';

/** The server's requests that still wait for our reply. */
export class Unanswered {
  readonly #ids = new Set<string | number>();
  #drained: (() => void)[] = [];

  has(id: string | number): boolean {
    return this.#ids.has(id);
  }

  add(id: string | number): void {
    this.#ids.add(id);
  }

  answered(id: string | number): void {
    this.#ids.delete(id);
    if (this.#ids.size === 0) {
      this.settle();
    }
  }

  /** Waits until none is left, or `settle` is called, at most `ms`. */
  async drain(ms: number): Promise<void> {
    if (this.#ids.size > 0) {
      await timeLimit(new Promise<void>((resolve) => this.#drained.push(resolve)), ms);
    }
  }

  /** No reply will leave any more: nobody has to wait for that. */
  settle(): void {
    const drained = this.#drained;
    this.#drained = [];
    for (const resolve of drained) {
      resolve();
    }
  }
}
