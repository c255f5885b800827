import * as vscode from 'vscode';
import type { Scope } from '#core/model/definition.ts';
import { plainName } from '#editor/common/plainText.ts';
import { folderPath } from '#editor/common/scopeKey.ts';

/** The text beside a server's name; `undefined` for an entry of the user. */
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

/** True for entries that come with a workspace: they start only after the user agreed to them. */
export function isFromWorkspace(scope: Scope): boolean {
  return scope.kind === 'workspace' || scope.kind === 'folder';
}

/** Opens the settings file of a scope at one of our settings. */
export async function openSettings(scope: Scope, settingId: string): Promise<void> {
  const at = { revealSetting: { key: settingId } };
  switch (scope.kind) {
    case 'folder': {
      // The editor's command for folder settings would ask the user for the folder.
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
      // In a remote window, machine settings are on the remote machine.
      await vscode.commands.executeCommand(
        vscode.env.remoteName ? 'workbench.action.openRemoteSettingsFile' : 'workbench.action.openSettingsJson',
        at,
      );
  }
}

/** Identifies the open workspace, as long as its path stays the same. */
export function workspaceName(): string {
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  return (workspaceFile ?? workspaceFolders?.[0]?.uri)?.toString() ?? '';
}
