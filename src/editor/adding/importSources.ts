import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { readRegularFile } from '#core/common/files.ts';
import { type ImportCandidate, readImportFile } from '#core/configuration/importFile.ts';
import { type ImportLocation, importLocations } from '#core/configuration/importLocations.ts';
import { foldersOnDisk, untrustedFolders } from '#editor/trust/workspaceTrust.ts';

/** In bytes. Larger files are not read. */
const maxFileSize = 20 * 1024 * 1024;

export interface ImportSource {
  readonly location: ImportLocation;
  readonly candidates: readonly ImportCandidate[];
  /** Sentences for the user. */
  readonly remarks: readonly string[];
}

/** Reads the files of other applications that exist. Files of an untrusted workspace are not read. */
export async function findImportSources(): Promise<ImportSource[]> {
  const locations = importLocations({
    userHome: homedir(),
    platform: process.platform,
    appData: process.env['APPDATA'],
    configHome: process.env['XDG_CONFIG_HOME'],
    workspaceFolders: vscode.workspace.isTrusted ? foldersOnDisk() : [],
  });
  const untrusted = untrustedFolders();
  const sources = await Promise.all(
    // The files in the user's home folder may be in an untrusted folder, or be links into it.
    locations.map(async (location) => ((await untrusted.contains(location.path)) ? undefined : readSource(location))),
  );
  return sources.filter((source) => source !== undefined);
}

async function readSource(location: ImportLocation): Promise<ImportSource | undefined> {
  try {
    const file = await stat(location.path);
    if (!file.isFile()) {
      return undefined;
    }
    if (file.size > maxFileSize) {
      return { location, candidates: [], remarks: [vscode.l10n.t('The file is too large to be read.')] };
    }
    const { candidates, problems } = readImportFile(location.kind, await readRegularFile(location.path, maxFileSize));
    return { location, candidates, remarks: problems };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? undefined
      : { location, candidates: [], remarks: [vscode.l10n.t('The file cannot be read.')] };
  }
}
