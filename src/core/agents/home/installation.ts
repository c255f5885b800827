import { constants } from 'node:fs';
import { chmod, copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type HomeFolder, readPrivateFile } from '#agentProtocol/homeFolder.ts';
import { ensurePrivateFolder, writePrivateFile } from './privateFolder.ts';

/** What is copied into the folder that windows and clients share. */
interface InstalledProgram {
  /** The path of the bundled program. */
  readonly program: string;
  /** The version of this extension: `0.3.0`. */
  readonly version: string;
  /** The text of the script that agents start. */
  readonly script: string;
  /** The runtimes that the script tries, in this order: `node:/usr/bin/node`, `electron:/path/of/the/editor`. */
  readonly runtimes: readonly string[];
}

const maxVersionBytes = 100;
const versionPattern = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})/;

/**
 * Copies the program and its script into `bin`, so that agents find them when no window is open. Several editors share the folder: a newer
 * version is never replaced by an older one. Each file is replaced as a whole, because an agent may start it at any time.
 * @returns false if a newer version is there already, which is kept
 * @throws Error if a folder is not the user's alone, or cannot be written
 */
export async function install(home: HomeFolder, installed: InstalledProgram): Promise<boolean> {
  const { program, version, script, runtimes } = installed;
  await ensurePrivateFolder(home.root);
  await ensurePrivateFolder(home.bin);
  const present = await readPrivateFile(join(home.bin, 'version'), maxVersionBytes);
  if (present !== undefined && isNewer(present, version)) {
    return false;
  }
  await replace(join(home.bin, 'proxy.cjs'), (path) => copyFile(program, path, constants.COPYFILE_EXCL), 0o600);
  await writePrivateFile(
    home.bin,
    'runtimes',
    runtimes
      .filter(isOneLine)
      .map((runtime) => `${runtime}\n`)
      .join(''),
  );
  await writePrivateFile(home.bin, 'version', `${version}\n`);
  // The script last: it needs the others.
  await writePrivateFile(home.bin, 'proxy.new', script);
  await replace(join(home.bin, 'proxy'), (path) => rename(join(home.bin, 'proxy.new'), path), 0o700);
  return true;
}

async function replace(path: string, write: (temporary: string) => Promise<void>, mode: number): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  await rm(temporary, { force: true });
  try {
    await write(temporary);
    await chmod(temporary, mode);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** False for a path with a line end in it, which the script would read as two. */
function isOneLine(text: string): boolean {
  return !/[\r\n]/.test(text);
}

/** True if a version is higher than another. A text that is no version is not. */
function isNewer(one: string, other: string): boolean {
  const [first, second] = [versionPattern.exec(one), versionPattern.exec(other)];
  if (!first || !second) {
    return false;
  }
  const at = [1, 2, 3].find((index) => first[index] !== second[index]);
  return at !== undefined && Number(first[at]) > Number(second[at]);
}
