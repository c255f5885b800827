const intervalMs = 20;
const rememberedMs = 2000;
/** An answer that is later than this may count as a user's: the proxy allows a second. */
const tolerableMs = 300;

/** Measures how late this process is: on a busy machine its timers run late, and so does everything that it answers. */
export class LoopDelay {
  readonly #now: () => number;
  #lastAt: number;
  /** The delays that were not negligible. */
  #delays: { readonly at: number; readonly ms: number }[] = [];

  /** `now`: a steady clock, in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#lastAt = now();
    setInterval(() => this.#measure(), intervalMs).unref();
  }

  /** True if what arrives now may have waited for this process. */
  get isLate(): boolean {
    this.#measure();
    return this.#delays.reduce((sum, { ms }) => sum + ms, 0) > tolerableMs;
  }

  #measure(): void {
    const now = this.#now();
    const ms = now - this.#lastAt - intervalMs;
    this.#lastAt = now;
    this.#delays = this.#delays.filter(({ at }) => now - at < rememberedMs);
    if (ms > intervalMs) this.#delays.push({ at: now, ms });
  }
}
