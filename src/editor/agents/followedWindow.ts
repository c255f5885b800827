import * as vscode from 'vscode';

/** What agents see of a window: the paths of its folders on this machine, and when it had the focus last, since the epoch. */
interface Seen {
  readonly folders: readonly string[];
  readonly focusedAt: number;
}

/** Follows the folders and the focus of the window. */
export class FollowedWindow implements vscode.Disposable {
  readonly #onChange: (seen: Seen) => void;
  readonly #subscriptions: readonly vscode.Disposable[];
  #isFocused = vscode.window.state.focused;
  #focusedAt = vscode.window.state.focused ? Date.now() : 0;

  /** `onChange` is called at once, and after each change. */
  constructor(onChange: (seen: Seen) => void) {
    this.#onChange = onChange;
    this.#subscriptions = [
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.#report()),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused !== this.#isFocused) {
          this.#isFocused = focused;
          this.#focusedAt = Date.now();
          this.#report();
        }
      }),
    ];
    this.#report();
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  #report(): void {
    const folders = (vscode.workspace.workspaceFolders ?? [])
      .filter(({ uri }) => uri.scheme === 'file')
      .map(({ uri }) => uri.fsPath);
    this.#onChange({ folders, focusedAt: this.#focusedAt });
  }
}
