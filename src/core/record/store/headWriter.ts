import { InterruptiblePause } from '#core/common/pause.ts';
import type { Head } from './chain.ts';
import type { Heads } from './recordFiles.ts';

export interface HeadTiming {
  /** Milliseconds from one keeping to the next; what comes in between is kept together. */
  readonly headPauseMs: number;
  /** Milliseconds before it is tried again, and the time that the first keeping of a new file is waited for. */
  readonly headRetryMs: number;
}

/** Brings heads to where they are kept, behind the writing: only the newest of each file, and not at every entry. */
export class HeadWriter {
  readonly #heads: Heads;
  readonly #timing: HeadTiming;
  readonly #told: (failure: unknown) => void;
  readonly #wanted = new Map<string, Head>();
  readonly #pause = new InterruptiblePause();
  #hurried = false;
  #running: Promise<void> | undefined;

  /** `told`: called with what went wrong at each failure, and with `undefined` when it went well. */
  constructor(heads: Heads, timing: HeadTiming, told: (failure: unknown) => void) {
    this.#heads = heads;
    this.#timing = timing;
    this.#told = told;
  }

  /**
   * Keeps the head of a file that is about to be begun: from then on its absence would show. Waits only so long, since
   * a record that cannot be vouched for is better than none.
   */
  async begin(file: string, head: Head): Promise<void> {
    const kept = this.#keep(file, head);
    await Promise.race([kept, new InterruptiblePause().wait(this.#timing.headRetryMs)]);
  }

  /** Has a head kept soon. */
  keep(file: string, head: Head): void {
    this.#wanted.set(file, head);
    this.#running ??= this.#run();
  }

  /** No head of these files is to be kept any more. */
  forget(files: readonly string[]): void {
    for (const file of files) {
      this.#wanted.delete(file);
    }
  }

  /** Keeps what is to be kept, now. Resolves to whether all of it was; what was not is tried again later. */
  async flush(): Promise<boolean> {
    this.#hurried = true;
    this.#pause.interrupt();
    await this.#running;
    this.#hurried = false;
    if (this.#wanted.size === 0) {
      return true;
    }
    this.#running ??= this.#run(this.#timing.headRetryMs);
    return false;
  }

  async #run(pauseMs = 0): Promise<void> {
    let pause = pauseMs;
    while (true) {
      if (pause > 0 && !this.#hurried) {
        await this.#pause.wait(pause);
      }
      if (this.#wanted.size === 0) {
        break;
      }
      const kept = await this.#keepAll();
      pause = kept ? this.#timing.headPauseMs : this.#timing.headRetryMs;
      if (!kept && this.#hurried) {
        break;
      }
    }
    this.#running = undefined;
  }

  async #keepAll(): Promise<boolean> {
    let all = true;
    for (const [file, head] of [...this.#wanted]) {
      const kept = await this.#keep(file, head);
      if (kept && this.#wanted.get(file) === head) {
        this.#wanted.delete(file);
      }
      all &&= kept;
    }
    return all;
  }

  async #keep(file: string, head: Head): Promise<boolean> {
    try {
      await this.#heads.set(file, head);
      this.#told(undefined);
      return true;
    } catch (error) {
      this.#told(error);
      return false;
    }
  }
}
