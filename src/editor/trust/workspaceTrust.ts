import * as vscode from 'vscode';
import type { WorkspaceFolder } from '#core/configuration/variables.ts';
import { makeEmptyFolder } from '#core/launch/emptyFolder.ts';
import type { Trust } from '#core/trust/trust.ts';
import { UntrustedDiskFolders } from '#core/trust/untrustedFolders.ts';

/** The folders that are open, those on a disk of this machine. */
export function foldersOnDisk(): WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ name, uri }) => ({ name, path: uri.fsPath }));
}

/**
 * Says, for one start, whether the editor trusts what is open.
 * @param storage A folder of the extension's own, where empty folders are made for servers to start in.
 */
export async function workspaceTrust(storage: vscode.Uri): Promise<Trust> {
  if (vscode.workspace.isTrusted) {
    return { trusted: true };
  }
  return {
    trusted: false,
    emptyFolder: await makeEmptyFolder(vscode.Uri.joinPath(storage, 'untrusted').fsPath),
    folders: untrustedFolders(),
  };
}

/** The folders that are open and not trusted. None where they are trusted. */
export function untrustedFolders(): UntrustedDiskFolders {
  return new UntrustedDiskFolders(vscode.workspace.isTrusted ? [] : foldersOnDisk().map(({ path }) => path));
}
