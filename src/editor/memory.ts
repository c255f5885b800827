import type * as vscode from 'vscode';
import type { Memory } from '../core/ports.ts';

/** The core's small memory, kept in a memento of the editor's. */
export class MementoMemory implements Memory {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  get(key: string): unknown {
    return this.#memento.get(key);
  }

  set(key: string, value: unknown): void {
    void this.#memento.update(key, value);
  }
}
