import { setTimeout as delay } from 'node:timers/promises';

/** The pause between two checks, in milliseconds. */
const pauseMs = 2000;

/** Repeats a check while it is needed: another window may change the files that windows share, and cannot say so. */
export class Recheck {
  readonly #isNeeded: () => boolean;
  readonly #check: () => Promise<void>;
  #isRunning = false;

  constructor(isNeeded: () => boolean, check: () => Promise<void>) {
    this.#isNeeded = isNeeded;
    this.#check = check;
  }

  /** Begins, unless it goes on already. A check that fails is repeated, too. */
  begin(): void {
    if (!this.#isRunning) {
      this.#isRunning = true;
      void this.#repeat();
    }
  }

  async #repeat(): Promise<void> {
    while (this.#isNeeded()) {
      await delay(pauseMs, undefined, { ref: false });
      await this.#check().catch(() => undefined);
    }
    this.#isRunning = false;
  }
}
