import type * as vscode from 'vscode';
import type { StateStore } from '#core/common/stateStore.ts';

/** The core's small memory, kept in a memento of the editor's. */
export class MementoMemory implements StateStore {
  readonly #memento: vscode.Memento;
  /** What the memento would not take: known until the window closes. */
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

  /** Never rejects: what is kept here only spares the person something, and a full disk shows elsewhere. */
  async #keep(key: string, value: unknown): Promise<void> {
    this.#unkept.set(key, value);
    try {
      await this.#memento.update(key, value);
    } catch {
      return;
    }
    // Not where another value has come since, whose turn is next.
    if (this.#unkept.get(key) === value) {
      this.#unkept.delete(key);
    }
  }
}
