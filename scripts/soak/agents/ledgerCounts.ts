/** How often each thing happened, in the order in which it happened first. */
export class LedgerCounts {
  readonly #counts = new Map<string, number>();

  add(what: string, count = 1): void {
    this.#counts.set(what, this.of(what) + count);
  }

  of(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  /** One line for each thing that begins with `prefix`, without it. */
  lines(prefix: string): string[] {
    return [...this.#counts]
      .filter(([what]) => what.startsWith(prefix))
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([what, count]) => `  ${String(count).padStart(7)}  ${what.slice(prefix.length)}`);
  }
}
