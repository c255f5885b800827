import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { ifExists, readRegularFile } from '#core/common/files.ts';
import type { Scope } from '#core/model/definition.ts';
import { isReadCompletely, namesInOtherFiles } from '#core/storedSecrets/settingsFileContents.ts';
import { settingIds } from '#editor/common/contributions.ts';
import { folderPath } from '#editor/common/scopeKey.ts';

/** The maximum size of a settings file that is read, in bytes. */
const maxFileSize = 8_000_000;

/** The result of reading one setting in the files that may contain the settings of a scope. */
export interface SettingReading {
  /** True if all files could be read, and the editor has read the setting completely: see `isReadCompletely`. */
  readonly isComplete: boolean;
  /** Names of entries, or ids of inputs, in those files whose value differs from the editor's. */
  readonly inOthers: ReadonlySet<string>;
}

/**
 * Reads a setting in the files of its scope. Never rejects.
 * @param value the value of the setting in the editor
 * @param storage the extension's global storage: the user's settings are near it
 */
export async function readSetting(
  scope: Scope,
  setting: 'servers' | 'inputs',
  value: unknown,
  storage: vscode.Uri,
): Promise<SettingReading> {
  try {
    const isWorkspaceFile = scope.kind === 'workspace' && vscode.workspace.workspaceFile !== undefined;
    const path = [...(isWorkspaceFile ? ['settings'] : []), settingIds[setting]];
    const reads = (await filesOf(scope, storage)).map((file) => ifExists(readRegularFile(file, maxFileSize)));
    const texts = (await Promise.all(reads)).filter((text) => text !== undefined);
    const files = { texts, path, value };
    return { isComplete: isReadCompletely(files), inOthers: namesInOtherFiles(files) };
  } catch {
    return { isComplete: false, inOthers: new Set() };
  }
}

/** The files on a disk of this machine that may contain the settings of a scope. */
async function filesOf(scope: Scope, storage: vscode.Uri): Promise<string[]> {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  switch (scope.kind) {
    case 'user':
      return userFiles(storage);
    case 'workspace': {
      const [folder] = workspaceFolders;
      return workspaceFile ? pathsOnDisk(workspaceFile) : folder ? pathsOnDisk(settingsFile(folder.uri)) : [];
    }
    case 'folder': {
      const folder = workspaceFolders.find(({ uri }) => folderPath(uri) === scope.path);
      return folder ? pathsOnDisk(settingsFile(folder.uri)) : [];
    }
    case 'builtIn':
      return [];
  }
}

/**
 * The files with the user settings of all profiles, because the editor does not report which profile is in use, and the file
 * with the settings of a remote machine.
 */
async function userFiles(storage: vscode.Uri): Promise<string[]> {
  const user = dirname(dirname(storage.fsPath));
  const profiles = join(user, 'profiles');
  const entries: Dirent[] = (await ifExists(readdir(profiles, { withFileTypes: true }))) ?? [];
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(profiles, name));
  return [user, ...folders, join(dirname(user), 'Machine')].map((folder) => join(folder, 'settings.json'));
}

function settingsFile(folder: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(folder, '.vscode', 'settings.json');
}

function pathsOnDisk(uri: vscode.Uri): string[] {
  return uri.scheme === 'file' ? [uri.fsPath] : [];
}
