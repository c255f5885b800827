import { backoffMs } from '#core/common/timing.ts';

/** The pause before a failed copy is tried again, and the longest one, in milliseconds. */
const firstPauseMs = 60_000;
const maxPauseMs = 60 * 60_000;

/** Copies the program that agents start, and tries again later if that fails: a disk may be full for a while. */
export class ProgramCopy {
  readonly #copy: () => Promise<void>;
  readonly #report: (error: unknown) => void;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #hasEnded = false;
  /** The copies that have begun. */
  readonly #running = new Set<Promise<void>>();

  /** `report` is called with the error of a copy that nobody has asked for. */
  constructor(copy: () => Promise<void>, report: (error: unknown) => void) {
    this.#copy = copy;
    this.#report = report;
  }

  /** @throws the error of the copy, which is tried again later */
  async now(): Promise<void> {
    clearTimeout(this.#timer);
    const copied = this.#copy();
    this.#running.add(copied);
    try {
      await copied;
      this.#failures = 0;
    } catch (error) {
      this.#tryLater();
      throw error;
    } finally {
      this.#running.delete(copied);
    }
  }

  /** Reports an error once, and not that of later tries. Never rejects. */
  async inBackground(): Promise<void> {
    await this.now().catch(this.#report);
  }

  /** Waits for the copies that have begun. Never rejects. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  dispose(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
  }

  #tryLater(): void {
    if (!this.#hasEnded) {
      const pauseMs = backoffMs(this.#failures, firstPauseMs, maxPauseMs);
      this.#failures += 1;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.now().catch(() => undefined), pauseMs).unref();
    }
  }
}
