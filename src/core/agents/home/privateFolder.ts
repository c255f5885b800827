import { lstat, mkdir } from 'node:fs/promises';
import { t } from '@vscode/l10n';
import { isPrivate, tryListPrivateFolder, tryReadPrivateFile } from '#agentProtocol/homeFolder.ts';
import { ifExists, writeFileAtomically } from '#core/common/files.ts';

/**
 * Creates a folder that only the user can open, or checks that an existing one is. Its parent must exist.
 * @throws Error with a sentence for the user if it is a link or no folder, or if others have access to it
 * @throws the system's error if it cannot be created
 */
export async function ensurePrivateFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
      throw error;
    }
  }
  // Not followed: a link leads to a folder that somebody else may have chosen.
  const stats = await lstat(path);
  if (!stats.isDirectory() || !isPrivate(stats)) {
    refuseFolder(path);
  }
}

/** The names in a folder that only the user can open; none if it does not exist. Throws as `ensurePrivateFolder`. */
export async function namesInPrivateFolder(path: string): Promise<readonly string[]> {
  return (await ifExists(namesInExistingFolder(path))) ?? [];
}

/** The names in a folder that only the user can open. Throws as `ensurePrivateFolder`, and if it does not exist. */
export async function namesInExistingFolder(path: string): Promise<readonly string[]> {
  return (await tryListPrivateFolder(path)) ?? refuseFolder(path);
}

/**
 * The text of a file that only the user can open; `undefined` if it does not exist.
 * @throws Error with a sentence for the user if it is a link, no file or too long, or if others have access to it
 * @throws the system's error if it cannot be read
 */
export async function textOfPrivateFile(path: string, maxBytes: number): Promise<string | undefined> {
  try {
    return await ifExists(tryReadPrivateFile(path, maxBytes).then((text) => text ?? refuseFile(path)));
  } catch (error) {
    // The system's words for a link that is not followed.
    throw error instanceof Error && 'code' in error && error.code === 'ELOOP' ? fileError(path) : error;
  }
}

/** Writes a file into a folder that only the user can open. A reader sees the old content or the new one. Throws as `ensurePrivateFolder`. */
export async function writePrivateFile(folder: string, name: string, text: string, mode?: number): Promise<void> {
  await ensurePrivateFolder(folder);
  await writeFileAtomically(folder, name, text, mode);
}

function refuseFolder(path: string): never {
  throw new Error(t('{0} must be a folder of yours that nobody else can open (mode 0700), and no link.', path));
}

function refuseFile(path: string): never {
  throw fileError(path);
}

function fileError(path: string): Error {
  return new Error(t('{0} must be a file of yours that nobody else can open (mode 0600), and no link.', path));
}
