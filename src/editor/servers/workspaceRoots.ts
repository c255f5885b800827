import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import type { Root, Roots } from '#core/model/roots.ts';

/**
 * The workspace's folders as roots for the servers. Contains only folders with `file` URIs, which are on a disk of the machine where
 * the servers run. Empty while the workspace is not trusted: a server may use the files in its roots, and these could make it act
 * against the user's intent.
 */
export class WorkspaceRoots implements Roots, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#subscriptions = [
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.#changed.fire()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#changed.fire()),
    ];
  }

  all(): readonly Root[] {
    const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
    return folders
      .filter(({ uri }) => uri.scheme === 'file')
      .map(({ name, uri }) => ({ uri: pathToFileURL(uri.fsPath).href, name }));
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions, this.#changed).dispose();
  }
}
