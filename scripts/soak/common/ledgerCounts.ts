/** How often each thing happened, in the order in which it happened first. */
export class LedgerCounts {
  readonly #counts: Map<string, number>;

  constructor(counts: Readonly<Record<string, number>> = {}) {
    this.#counts = new Map(Object.entries(counts));
  }

  add(what: string, count = 1): void {
    if (count > 0) this.#counts.set(what, this.of(what) + count);
  }

  addAll(counts: LedgerCounts): void {
    for (const [what, count] of counts.#counts) this.add(what, count);
  }

  of(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  /** The number of all things that begin with `prefix`. */
  sum(prefix: string): number {
    return [...this.#counts].reduce((sum, [what, count]) => sum + (what.startsWith(prefix) ? count : 0), 0);
  }

  get all(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }

  /** One line for each thing that begins with `prefix`, without it. */
  lines(prefix: string): string[] {
    return [...this.#counts]
      .filter(([what]) => what.startsWith(prefix))
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([what, count]) => `  ${String(count).padStart(7)}  ${what.slice(prefix.length)}`);
  }
}
