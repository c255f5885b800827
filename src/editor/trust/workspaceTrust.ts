import * as vscode from 'vscode';
import type { WorkspaceFolder } from '#core/configuration/variables.ts';
import { makeEmptyFolder } from '#core/launch/emptyFolder.ts';
import type { Trust } from '#core/trust/trust.ts';
import { UntrustedDiskFolders } from '#core/trust/untrustedFolders.ts';

/** The open folders that are on a disk of this machine. */
export function foldersOnDisk(): WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ name, uri }) => ({ name, path: uri.fsPath }));
}

/**
 * Returns the trust in the open workspace, for one start of a server.
 * @param storage The extension's storage folder, in which empty folders are created as working directories of servers.
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

/** The open folders on a disk, if the workspace is not trusted; otherwise none. */
export function untrustedFolders(): UntrustedDiskFolders {
  return new UntrustedDiskFolders(vscode.workspace.isTrusted ? [] : foldersOnDisk().map(({ path }) => path));
}
