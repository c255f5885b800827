import type * as vscode from 'vscode';
import type { StateStore } from '#core/common/stateStore.ts';

/** A StateStore in a memento of the editor. */
export class MementoMemory implements StateStore {
  readonly #memento: vscode.Memento;
  /** The values that the memento failed to store. They exist until the window closes. */
  readonly #unstored = new Map<string, unknown>();

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  get(key: string): unknown {
    return this.#unstored.has(key) ? this.#unstored.get(key) : this.#memento.get(key);
  }

  set(key: string, value: unknown): void {
    void this.#store(key, value);
  }

  /** Never rejects: the values are for convenience only, and a full disk is reported elsewhere. */
  async #store(key: string, value: unknown): Promise<void> {
    this.#unstored.set(key, value);
    try {
      await this.#memento.update(key, value);
    } catch {
      return;
    }
    // If another value was set meanwhile, its own update removes it.
    if (this.#unstored.get(key) === value) {
      this.#unstored.delete(key);
    }
  }
}
