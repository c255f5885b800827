import * as vscode from 'vscode';

/**
 * What some settings say, read anew only when they have changed: VS Code takes a good part of a millisecond to tell, and a
 * server that asks very often would have it told each time.
 */
export class WatchedSettings<T> implements vscode.Disposable {
  readonly #read: () => T;
  readonly #subscription: vscode.Disposable;
  #value: { readonly read: T } | undefined;

  /** `section`: all that `read` looks at is beneath it. */
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
