import * as vscode from 'vscode';

/**
 * The value of some settings, read again only after a change. VS Code takes a good part of a millisecond to read them, which would be
 * too slow for each request of a server.
 */
export class WatchedSettings<T> implements vscode.Disposable {
  readonly #read: () => T;
  readonly #subscription: vscode.Disposable;
  #cached: { readonly value: T } | undefined;

  constructor(read: () => T) {
    this.#read = read;
    this.#subscription = vscode.workspace.onDidChangeConfiguration((event) => {
      // Not for one setting: if a longer name that begins with the name of the setting changed too, the editor may deny the change.
      if (event.affectsConfiguration('mcpElicitation')) {
        this.#cached = undefined;
      }
    });
  }

  get value(): T {
    this.#cached ??= { value: this.#read() };
    return this.#cached.value;
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
