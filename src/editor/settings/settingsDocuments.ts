import * as vscode from 'vscode';
import type { Scope } from '#core/model/definition.ts';
import { settingIds } from '#editor/common/contributions.ts';
import { folderPath } from '#editor/common/scopeKey.ts';
import { workspaceName } from './scopeLabels.ts';

/** The documents that may contain settings. */
export const settingsDocuments: vscode.DocumentSelector = [
  { pattern: '**/settings.json' },
  { pattern: '**/*.code-workspace' },
];

/** The setting `servers` in a document. */
interface ServersInDocument {
  readonly scope: Scope;
  /** The properties that lead to the setting. */
  readonly path: readonly string[];
}

/**
 * The scope of the settings in a document; `undefined` if the editor does not take settings of this window from it.
 * @param storage the extension's global storage: the user's settings are near it
 */
export function serversInDocument({ uri }: vscode.TextDocument, storage: vscode.Uri): ServersInDocument | undefined {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  const path = [settingIds.servers];
  if (isSameFile(uri, workspaceFile)) {
    return { scope: { kind: 'workspace', uri: workspaceName() }, path: ['settings', ...path] };
  }
  const folder = workspaceFolders.find((each) =>
    isSameFile(uri, vscode.Uri.joinPath(each.uri, '.vscode/settings.json')),
  );
  if (folder) {
    const isOnlyFolder = workspaceFile === undefined;
    return {
      scope: isOnlyFolder
        ? { kind: 'workspace', uri: workspaceName() }
        : { kind: 'folder', name: folder.name, path: folderPath(folder.uri) },
      path,
    };
  }
  return isUserSettings(uri, storage) ? { scope: { kind: 'user' }, path } : undefined;
}

/** True for the user settings, of any profile, and for the settings of a remote machine. */
function isUserSettings(uri: vscode.Uri, storage: vscode.Uri): boolean {
  if (uri.scheme === 'vscode-userdata') {
    return uri.path.endsWith('/settings.json');
  }
  const user = vscode.Uri.joinPath(storage, '../..');
  return (
    isSameFile(uri, vscode.Uri.joinPath(user, 'settings.json')) ||
    isSameFile(uri, vscode.Uri.joinPath(user, '../Machine/settings.json')) ||
    (uri.path.startsWith(`${vscode.Uri.joinPath(user, 'profiles').path}/`) && uri.path.endsWith('/settings.json'))
  );
}

function isSameFile(one: vscode.Uri, other: vscode.Uri | undefined): boolean {
  return one.toString() === other?.toString();
}
