import * as vscode from 'vscode';

/**
 * The value of some settings, read again only after a change: reading takes VS Code a good part of a millisecond, which would
 * be spent on each request of a server.
 */
export class WatchedSettings<T> implements vscode.Disposable {
  readonly #read: () => T;
  readonly #subscription: vscode.Disposable;
  #value: { readonly read: T } | undefined;

  /** `section`: contains all settings that `read` uses. */
  constructor(section: string, read: () => T) {
    this.#read = read;
    this.#subscription = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(section)) {
        this.#value = undefined;
      }
    });
  }

  get value(): T {
    this.#value ??= { read: this.#read() };
    return this.#value.read;
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
