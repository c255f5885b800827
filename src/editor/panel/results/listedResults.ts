import type { ResultRow } from '#bridge/messages.ts';
import type { Results } from '#core/results/results.ts';

/** A result that the user removed. */
interface RemovedResult {
  readonly row: ResultRow;
  /** Adds the result again. `undefined` if it could not be read. */
  readonly restore: Promise<(() => void) | undefined>;
}

interface ListedResultsContext {
  readonly results: Pick<Results, 'all' | 'dismiss'>;
  /** The id of the shown result, which is not in the list. */
  shown(): string | undefined;
  isUnseen(id: string): boolean;
}

/** The results in the list: those that are stored, and those that the user removed, until another screen is shown. */
export class ListedResults {
  readonly #context: ListedResultsContext;
  /** The removed results by id. */
  readonly #removed = new Map<string, RemovedResult>();

  constructor(context: ListedResultsContext) {
    this.#context = context;
  }

  /** The results other than the shown one, the newest first. Removed ones that can be restored are marked. */
  get rows(): ResultRow[] {
    const removed = [...this.#removed.values()].map(({ row }) => row);
    return [...this.#storedRows, ...removed].sort((one, other) => other.at - one.at);
  }

  /** Dismisses a result of the list. It can be restored until another screen is shown. */
  remove(id: string): void {
    const row = this.#storedRows.find((row) => row.id === id);
    if (row) {
      this.#remove(row, 'alone');
    }
  }

  /** Dismisses all results of the list. They can be restored until another screen is shown. */
  removeAll(): void {
    for (const row of this.#storedRows) {
      this.#remove(row, 'all');
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
  forgetRemoved(): void {
    this.#removed.clear();
  }

  get #storedRows(): ResultRow[] {
    const { results, shown, isUnseen } = this.#context;
    return results.all
      .filter(({ id }) => id !== shown())
      .map(({ id, server: { name, scope }, target: { kind, name: targetName, title }, at, outcome }) => ({
        id,
        server: { name, scope },
        target: { kind, name: targetName, title },
        at,
        outcome,
        isNew: isUnseen(id),
      }));
  }

  /** Does nothing if the result was removed before. */
  #remove(row: ResultRow, removed: 'alone' | 'all'): void {
    if (!this.#removed.has(row.id)) {
      // First, because the list changes with the dismissal.
      let restore: (value: (() => void) | undefined) => void = () => undefined;
      const restored = new Promise<(() => void) | undefined>((resolve) => {
        restore = resolve;
      });
      this.#removed.set(row.id, { row: { ...row, isNew: false, removed }, restore: restored });
      void this.#context.results.dismiss(row.id).then(restore);
    }
  }
}
