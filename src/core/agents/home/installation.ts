import { lstat, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type HomeFolder, listPrivateFolder, readPrivateFile } from '#agentProtocol/homeFolder.ts';
import { oneAtATime } from '#core/common/oneAtATime.ts';
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
/** What stands in the folder while windows copy. */
const installing = 'installing';
/** How long a window waits until others have copied. In milliseconds. */
const waitMs = 10_000;
const installedNames: readonly string[] = ['proxy', 'proxy.cjs', 'runtimes', 'version', installing];
/** The age from which any other file there is an unfinished one that nobody will finish, in milliseconds. */
const leftoverMs = 60 * 60_000;
const versionPattern = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})/;

/**
 * Copies the program and its script into `bin`, so that agents find them when no window is open. Several editors share the folder, and
 * their windows start together: they copy one after the other, and a newer version is never replaced by an older one. Each file is
 * replaced as a whole, because an agent may start it at any time.
 * @param signal ends the waiting for other windows
 * @returns false if a newer version is there already, which is kept
 * @throws Error if a folder is not the user's alone, or cannot be written; the signal's reason
 */
export async function install(
  home: HomeFolder,
  installed: InstalledProgram,
  signal = new AbortController().signal,
): Promise<boolean> {
  await ensurePrivateFolder(home.root);
  await ensurePrivateFolder(home.bin);
  return oneAtATime(join(home.bin, installing), () => copy(home, installed), { waitMs, signal });
}

async function copy({ bin }: HomeFolder, { program, version, script, runtimes }: InstalledProgram): Promise<boolean> {
  const present = await readPrivateFile(join(bin, 'version'), maxVersionBytes);
  if (present !== undefined && isNewer(present, version)) {
    return false;
  }
  await removeLeftovers(bin);
  await writePrivateFile(bin, 'proxy.cjs', await readFile(program, 'utf8'));
  await writePrivateFile(
    bin,
    'runtimes',
    runtimes
      .filter(isOneLine)
      .map((runtime) => `${runtime}\n`)
      .join(''),
  );
  await writePrivateFile(bin, 'version', `${version}\n`);
  // The script last: it needs the others.
  await writePrivateFile(bin, 'proxy', script, 0o700);
  return true;
}

/** Removes what windows have left that were ended while they copied. A slow one may be copying now. */
async function removeLeftovers(bin: string): Promise<void> {
  const names = await listPrivateFolder(bin);
  for (const path of names.filter((name) => !installedNames.includes(name)).map((name) => join(bin, name))) {
    const changedAt = (await lstat(path).catch(() => undefined))?.mtimeMs;
    if (changedAt !== undefined && Date.now() - changedAt > leftoverMs) {
      await rm(path).catch(() => undefined);
    }
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
