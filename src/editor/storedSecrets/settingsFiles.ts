import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { ifExists, readRegularFile } from '#core/common/files.ts';
import type { Scope } from '#core/model/definition.ts';
import { isReadCompletely, namesInOtherFiles } from '#core/storedSecrets/settingsFileContents.ts';
import { settingIds } from '#editor/common/contributions.ts';
import { folderPath } from '#editor/common/scopeKey.ts';

/** The largest settings file that is read, in bytes. */
const longest = 8_000_000;

/** One setting in the files that may contain the settings of a scope. */
export interface SettingInFiles {
  /** True if all files could be read, and one of them has the same value as the editor. */
  readonly isWhole: boolean;
  /** Names of entries, or ids of inputs, in the files with another value. */
  readonly inOthers: ReadonlySet<string>;
}

/**
 * Reads a setting in the files of its scope. Never rejects.
 * @param storage The extension's global storage: the user's settings are near it.
 */
export async function readSetting(
  scope: Scope,
  setting: 'servers' | 'inputs',
  value: unknown,
  storage: vscode.Uri,
): Promise<SettingInFiles> {
  try {
    const isWorkspaceFile = scope.kind === 'workspace' && vscode.workspace.workspaceFile !== undefined;
    const path = [...(isWorkspaceFile ? ['settings'] : []), settingIds[setting]];
    const read = (await filesOf(scope, storage)).map((file) => ifExists(readRegularFile(file, longest)));
    const texts = (await Promise.all(read)).filter((text) => text !== undefined);
    const files = { texts, path, value };
    return { isWhole: isReadCompletely(files), inOthers: namesInOtherFiles(files) };
  } catch {
    return { isWhole: false, inOthers: new Set() };
  }
}

/** The files that may contain the settings of a scope. None if they are not on a disk of this machine. */
async function filesOf(scope: Scope, storage: vscode.Uri): Promise<string[]> {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  switch (scope.kind) {
    case 'user':
      return userFiles(storage);
    case 'workspace': {
      const [folder] = workspaceFolders;
      return workspaceFile ? onDisk(workspaceFile) : folder ? onDisk(settingsIn(folder.uri)) : [];
    }
    case 'folder': {
      const folder = workspaceFolders.find(({ uri }) => folderPath(uri) === scope.path);
      return folder ? onDisk(settingsIn(folder.uri)) : [];
    }
    case 'builtIn':
      return [];
  }
}

/** The user settings of all profiles: the editor does not report which one is in use. Those of a remote machine are beside them. */
async function userFiles(storage: vscode.Uri): Promise<string[]> {
  const user = dirname(dirname(storage.fsPath));
  const profiles = join(user, 'profiles');
  const found: Dirent[] = (await ifExists(readdir(profiles, { withFileTypes: true }))) ?? [];
  const folders = found.filter((one) => one.isDirectory()).map(({ name }) => join(profiles, name));
  return [user, ...folders, join(dirname(user), 'Machine')].map((folder) => join(folder, 'settings.json'));
}

function settingsIn(folder: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(folder, '.vscode', 'settings.json');
}

function onDisk(uri: vscode.Uri): string[] {
  return uri.scheme === 'file' ? [uri.fsPath] : [];
}
