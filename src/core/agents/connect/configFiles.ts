import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { t } from '@vscode/l10n';
import { type HomeFolder, listPrivateFolder } from '#agentProtocol/homeFolder.ts';
import { ensurePrivateFolder, writePrivateFile } from '#core/agents/home/privateFolder.ts';
import { ConfigError, maxConfigLength } from '#core/agents/syntax/configText.ts';
import { sha256 } from '#core/common/digest.ts';
import { ifExists, readRegularFile } from '#core/common/files.ts';

/** A configuration file as it was read. */
export interface ConfigFile {
  readonly path: string;
  readonly text: string;
  readonly bytes: Buffer;
  /** Its permissions. */
  readonly mode: number;
  /** Why it is shown and not changed, as a sentence for the user. Absent: it may be changed. */
  readonly refusal?: string;
}

/**
 * Reads a configuration file; `undefined` if it does not exist.
 * @throws Error that says what is wrong with it
 */
export async function readConfigFile(path: string): Promise<ConfigFile | undefined> {
  const stats = await ifExists(lstat(path));
  if (!stats) {
    return undefined;
  }
  if (stats.isSymbolicLink()) {
    const text = await ifExists(readRegularFile(path, maxConfigLength));
    const refusal = t('The file is a link, so another program may manage it.');
    return text === undefined ? undefined : { path, text, bytes: Buffer.from(text), mode: 0o600, refusal };
  }
  const { bytes, stats: opened } = await readBytes(path);
  const text = bytes.toString('utf8');
  const refusal = refusalOf(opened) ?? (Buffer.from(text).equals(bytes) ? undefined : t('The file is not UTF-8.'));
  return { path, text, bytes, mode: opened.mode & 0o777, ...(refusal !== undefined && { refusal }) };
}

/**
 * Replaces the text of a file that was read, and keeps its permissions. A reader sees the old text or the new one.
 * @throws ConfigError if it may not be changed, or has changed since; it is then as it was
 */
export async function replaceConfigFile(file: ConfigFile, text: string): Promise<void> {
  if (file.refusal !== undefined) {
    throw new ConfigError(file.refusal);
  }
  const temporary = join(dirname(file.path), `.${basename(file.path)}.${randomBytes(8).toString('hex')}.tmp`);
  try {
    await writeNewFile(temporary, text, file.mode);
    await checkUnchanged(file);
    await rename(temporary, file.path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Writes a file that does not exist. @throws the system's error, also if it does */
export async function createConfigFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeNewFile(path, text, 0o600);
}

/** Deletes a file that was made by `createConfigFile`. @throws ConfigError if it has changed since it was read */
export async function removeConfigFile(file: ConfigFile): Promise<void> {
  await checkUnchanged(file);
  await rm(file.path);
}

/**
 * Keeps a file as it was before the first change. Only the user can read the copy.
 * @throws Error with a sentence for the user if the folder of the copies is not the user's alone, or a link
 */
export async function keepBackup(home: HomeFolder, client: string, { path, text }: ConfigFile): Promise<void> {
  const { folder, name } = backupOf(home, client, path);
  await ensurePrivateFolder(home.root);
  await ensurePrivateFolder(folder);
  if (!(await ifExists(lstat(join(folder, name))))) {
    await writePrivateFile(folder, name, text);
  }
}

export async function removeBackup(home: HomeFolder, client: string, path: string): Promise<void> {
  const { folder, name } = backupOf(home, client, path);
  if ((await listPrivateFolder(folder)).includes(name)) {
    await rm(join(folder, name), { force: true });
  }
}

function backupOf({ root }: HomeFolder, client: string, path: string) {
  return { folder: join(root, 'backups'), name: `${client}-${sha256(path).slice(0, 16)}-${basename(path)}` };
}

/** Why a file is not changed: the owner of another file would not expect it. */
function refusalOf({ uid, mode, nlink }: Stats): string | undefined {
  const ownUid = process.getuid?.();
  if (ownUid !== undefined && uid !== ownUid) {
    return t('The file belongs to another user.');
  }
  if ((mode & 0o200) === 0) {
    return t('The file is write-protected.');
  }
  return nlink > 1 ? t('The file has several names, so another program may manage it.') : undefined;
}

async function checkUnchanged({ path, bytes }: ConfigFile): Promise<void> {
  const now = await readBytes(path);
  if (!now.bytes.equals(bytes)) {
    throw new ConfigError(t('The file was changed at the same time. Try again.'));
  }
}

async function readBytes(path: string): Promise<{ bytes: Buffer; stats: Stats }> {
  // A pipe must not block, and a link may have replaced the file since.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  try {
    const stats = await file.stat();
    if (!stats.isFile()) {
      throw new ConfigError(t('This is not a regular file.'));
    }
    if (stats.size > maxConfigLength) {
      throw new ConfigError(
        t('The file is larger than {0} MiB, which is the most that is read.', maxConfigLength / 2 ** 20),
      );
    }
    const buffer = Buffer.alloc(stats.size + 1);
    const length = await fill(file, buffer);
    if (length > stats.size) {
      throw new ConfigError(t('The file was changed at the same time. Try again.'));
    }
    return { bytes: buffer.subarray(0, length), stats };
  } finally {
    await file.close();
  }
}

async function fill(file: FileHandle, buffer: Buffer): Promise<number> {
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
    length += bytesRead;
    if (bytesRead === 0 || length === buffer.length) {
      return length;
    }
  }
}

async function writeNewFile(path: string, text: string, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    // The process may mask permissions of new files.
    await file.chmod(mode);
    await file.writeFile(text);
    // Without this, a power failure may leave an empty file under the new name.
    await file.datasync();
  } finally {
    await file.close();
  }
}
