import { InterruptiblePause } from '#core/common/pause.ts';
import type { Head } from './chain.ts';
import type { Heads } from './heads.ts';

export interface HeadTiming {
  /** The milliseconds from one write to the next. Heads that are set in between are written together. */
  readonly headPauseMs: number;
  /** The milliseconds before a retry, and the longest time for which `writeFirst` waits. */
  readonly headRetryMs: number;
}

/** Stores heads in the background: only the newest of each file, and not after each entry. */
export class HeadWriter {
  readonly #heads: Heads;
  readonly #timing: HeadTiming;
  readonly #onResult: (failure: unknown) => void;
  readonly #unwritten = new Map<string, Head>();
  readonly #pause = new InterruptiblePause();
  #lastStored: Promise<unknown> = Promise.resolve();
  #isFlushing = false;
  #running: Promise<void> | undefined;

  /** `onResult` is called after each write, with the error or, after a success, with `undefined`. */
  constructor(heads: Heads, timing: HeadTiming, onResult: (failure: unknown) => void) {
    this.#heads = heads;
    this.#timing = timing;
    this.#onResult = onResult;
  }

  /**
   * Stores the head of a file that is about to be created, so that `verifyRecord` detects it if the file is missing. Waits at most
   * `headRetryMs`, because a file without a head is better than no record.
   */
  async writeFirst(file: string, head: Head): Promise<void> {
    const written = this.#store(file, head);
    await Promise.race([written, new InterruptiblePause().wait(this.#timing.headRetryMs)]);
  }

  /** Stores a head in the background. */
  write(file: string, head: Head): void {
    this.#unwritten.set(file, head);
    this.#running ??= this.#run();
  }

  /** Discards the unwritten heads of these files. */
  cancel(files: readonly string[]): void {
    for (const file of files) {
      this.#unwritten.delete(file);
    }
  }

  /** Stores all unwritten heads without delay. Resolves to true if all were stored; the others are retried later. */
  async flush(): Promise<boolean> {
    this.#isFlushing = true;
    this.#pause.interrupt();
    await this.#running;
    this.#isFlushing = false;
    if (this.#unwritten.size === 0) {
      return true;
    }
    this.#running ??= this.#run(this.#timing.headRetryMs);
    return false;
  }

  async #run(pauseMs = 0): Promise<void> {
    let pause = pauseMs;
    while (true) {
      if (pause > 0 && !this.#isFlushing) {
        await this.#pause.wait(pause);
      }
      if (this.#unwritten.size === 0) {
        break;
      }
      const isStored = await this.#storeAll();
      pause = isStored ? this.#timing.headPauseMs : this.#timing.headRetryMs;
      if (!isStored && this.#isFlushing) {
        break;
      }
    }
    this.#running = undefined;
  }

  async #storeAll(): Promise<boolean> {
    let areAllStored = true;
    for (const [file, head] of [...this.#unwritten]) {
      const isStored = await this.#store(file, head);
      if (isStored && this.#unwritten.get(file) === head) {
        this.#unwritten.delete(file);
      }
      areAllStored &&= isStored;
    }
    return areAllStored;
  }

  /** Heads are stored one after the other, so that a slowly stored head does not replace a newer one. */
  #store(file: string, head: Head): Promise<boolean> {
    const stored = this.#lastStored.then(() => this.#setHead(file, head));
    this.#lastStored = stored;
    return stored;
  }

  async #setHead(file: string, head: Head): Promise<boolean> {
    try {
      await this.#heads.set(file, head);
      this.#onResult(undefined);
      return true;
    } catch (error) {
      this.#onResult(error);
      return false;
    }
  }
}
