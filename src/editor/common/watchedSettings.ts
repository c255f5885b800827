import * as vscode from 'vscode';

/**
 * The value of some settings, read again only after a change. VS Code takes a good part of a millisecond to read them, which would be
 * too slow for each request of a server.
 */
export class WatchedSettings<T> implements vscode.Disposable {
  readonly #read: () => T;
  readonly #subscription: vscode.Disposable;
  #cached: { readonly value: T } | undefined;

  /** `section`: a section that contains all settings that `read` uses. */
  constructor(section: string, read: () => T) {
    this.#read = read;
    this.#subscription = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(section)) {
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
