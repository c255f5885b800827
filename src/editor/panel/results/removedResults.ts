import type { ResultRow } from '#bridge/messages.ts';
import type { Results } from '#core/results/results.ts';

/** A result that the user removed. */
interface RemovedResult {
  readonly row: ResultRow;
  /** Adds the result again. `undefined` if it could not be read. */
  readonly restore: Promise<(() => void) | undefined>;
}

/** The results that the user removed while a list was shown, and that can be restored until another screen is shown. */
export class RemovedResults {
  readonly #results: Pick<Results, 'dismiss'>;
  readonly #removed = new Map<string, RemovedResult>();

  constructor(results: Pick<Results, 'dismiss'>) {
    this.#results = results;
  }

  /** The rows that stand in the list in place of the removed results. */
  get rows(): readonly ResultRow[] {
    return [...this.#removed.values()].map(({ row }) => row);
  }

  /** Removes the result of a row, alone or with all others. Does nothing if it was removed before. */
  remove(row: ResultRow, removed: 'alone' | 'all'): void {
    if (!this.#removed.has(row.id)) {
      // First, because the list changes with the dismissal.
      let restore: (value: (() => void) | undefined) => void = () => undefined;
      const restored = new Promise<(() => void) | undefined>((resolve) => {
        restore = resolve;
      });
      this.#removed.set(row.id, { row: { ...row, isNew: false, removed }, restore: restored });
      void this.#results.dismiss(row.id).then(restore);
    }
  }

  /** Restores one result, or without `id` those that were removed with all others. */
  async restore(id?: string): Promise<void> {
    const chosen = [...this.#removed.values()].filter(({ row }) =>
      id === undefined ? row.removed === 'all' : row.id === id,
    );
    for (const { row, restore } of chosen) {
      const add = await restore;
      if (this.#removed.delete(row.id)) {
        add?.();
      }
    }
  }

  /** Forgets the removed results, which then cannot be restored any more. */
  forget(): void {
    this.#removed.clear();
  }
}
