import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import type { Root, Roots } from '#core/model/roots.ts';

/**
 * The workspace's folders, for servers. Those on a disk of the machine where servers run, as its paths are. None while
 * the workspace is not trusted: a server that is told of a folder works in it, and what lies there could make it do
 * things that the person did not ask for.
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
