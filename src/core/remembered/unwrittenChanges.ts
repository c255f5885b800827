/** A change of a value. It may be made several times, each time of another value. */
export type Change = (value: unknown) => unknown;

/** The number of changes of one value that are kept. */
const maxChanges = 500;

/**
 * The changes of one value that could not be written. They are kept instead of the changed value, because other windows may change
 * the stored value before it can be written again: what they have removed must not come back.
 */
export class UnwrittenChanges {
  #changes: readonly Change[] = [];
  /** The stored value that was changed last, and what became of it: the same object as long as nothing changes. */
  #last: { readonly stored: unknown; readonly changed: unknown } | undefined;

  /** Adds a change, for which it is made once: a change that throws is not added. Beyond the limit, the oldest change is forgotten. */
  add(change: Change, stored: unknown): void {
    const changed = change(this.applyTo(stored));
    this.#changes = [...this.#changes, change];
    this.#last = { stored, changed };
    if (this.#changes.length > maxChanges) {
      this.#changes = this.#changes.slice(-maxChanges);
      this.#last = undefined;
    }
  }

  /** The stored value with all changes. */
  applyTo(stored: unknown): unknown {
    if (!this.#last || this.#last.stored !== stored) {
      this.#last = { stored, changed: this.#changes.reduce((value, change) => change(value), stored) };
    }
    return this.#last.changed;
  }
}
