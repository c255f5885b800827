import * as vscode from 'vscode';
import type { Scope } from '#core/model/definition.ts';
import { plainName } from '#editor/common/plainText.ts';
import { folderPath } from '#editor/common/scopeKey.ts';

/** Said beside a server's name when the entry is not the user's own. */
export function scopeLabel(scope: Scope): string | undefined {
  switch (scope.kind) {
    case 'workspace':
      return vscode.l10n.t('workspace');
    case 'folder':
      return plainName(scope.name);
    case 'builtIn':
      return vscode.l10n.t('built in');
    case 'user':
      return undefined;
  }
}

/** True for entries that came with somebody's files: they start only after the person agreed to them. */
export function isFromWorkspace(scope: Scope): boolean {
  return scope.kind === 'workspace' || scope.kind === 'folder';
}

/** Opens the settings file of a scope at one of our settings. */
export async function openSettings(scope: Scope, settingId: string): Promise<void> {
  const at = { revealSetting: { key: settingId } };
  switch (scope.kind) {
    case 'folder': {
      // The command for a folder's settings asks for the folder; the file itself is known.
      const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => folderPath(uri) === scope.path);
      if (folder) {
        await vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, '.vscode', 'settings.json'));
      }
      return;
    }
    case 'workspace':
      await vscode.commands.executeCommand('workbench.action.openWorkspaceSettingsFile', at);
      return;
    default:
      // Machine settings of a remote window live on the remote machine.
      await vscode.commands.executeCommand(
        vscode.env.remoteName ? 'workbench.action.openRemoteSettingsFile' : 'workbench.action.openSettingsJson',
        at,
      );
  }
}

/** Names the open workspace among all, as long as it stays where it is. */
export function workspaceName(): string {
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  return (workspaceFile ?? workspaceFolders?.[0]?.uri)?.toString() ?? '';
}
