import type * as vscode from 'vscode';
import type { StateStore } from '#core/common/stateStore.ts';

/** A StateStore in a memento of the editor. */
export class MementoMemory implements StateStore {
  readonly #memento: vscode.Memento;
  /** The values that the memento failed to store: kept until the window closes. */
  readonly #unkept = new Map<string, unknown>();

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  get(key: string): unknown {
    return this.#unkept.has(key) ? this.#unkept.get(key) : this.#memento.get(key);
  }

  set(key: string, value: unknown): void {
    void this.#keep(key, value);
  }

  /** Never rejects: the values are for convenience only, and a full disk is reported elsewhere. */
  async #keep(key: string, value: unknown): Promise<void> {
    this.#unkept.set(key, value);
    try {
      await this.#memento.update(key, value);
    } catch {
      return;
    }
    // Not if another value was set meanwhile: it is stored next.
    if (this.#unkept.get(key) === value) {
      this.#unkept.delete(key);
    }
  }
}
