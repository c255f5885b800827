import type { BigIntStats } from 'node:fs';
import { readlink, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { UntrustedFolders } from './trust.ts';

/** Links that are followed one after another to where nothing is. */
const maxLinks = 40;

/**
 * Folders on this machine's disks. A path lies in one of them when, links resolved, one of the folders above it *is* that
 * folder to the file system: whatever case it is written in, and however it is mounted. For one start: what it has found
 * is kept.
 */
export class UntrustedDiskFolders implements UntrustedFolders {
  readonly #folders: readonly string[];
  readonly #found = new Map<string, Promise<boolean>>();
  #known: Promise<{ readonly identities: ReadonlySet<string>; readonly paths: readonly string[] }> | undefined;
  readonly #named: RegExp | undefined;

  /** @param folders Absolute paths. */
  constructor(folders: readonly string[]) {
    this.#folders = folders.map((folder) => resolve(folder));
    // A path without such signs is found among the parts of a text.
    const names = this.#folders.filter((folder) => /[\s"'`=,;|&<>()@]|.:/.test(folder.slice(2))).map(escaped);
    const edges = '[\\s"\'`=:,;()]';
    const flags = process.platform === 'linux' ? '' : 'i';
    this.#named =
      names.length === 0 ? undefined : new RegExp(`(^|${edges})(${names.join('|')})($|[/\\\\]|${edges})`, flags);
  }

  mentionedIn(text: string): string | undefined {
    return this.#named?.exec(text)?.[2];
  }

  async contains(path: string): Promise<boolean> {
    if (this.#folders.length === 0) {
      return false;
    }
    const { paths } = await this.#facts();
    const whole = resolve(path);
    if (paths.some((folder) => isWithin(whole, folder))) {
      return true;
    }
    const real = await realPathOf(whole);
    return paths.some((folder) => isWithin(real, folder)) || (await this.#liesBelow(real));
  }

  /** True when `path`, or a folder above it, is one of ours. */
  #liesBelow(path: string): Promise<boolean> {
    const before = this.#found.get(path);
    if (before !== undefined) {
      return before;
    }
    const found = this.#look(path);
    this.#found.set(path, found);
    return found;
  }

  async #look(path: string): Promise<boolean> {
    const { identities } = await this.#facts();
    const identity = await identityOf(path);
    if (identity !== undefined && identities.has(identity)) {
      return true;
    }
    const above = dirname(path);
    return above !== path && (await this.#liesBelow(above));
  }

  #facts() {
    this.#known ??= this.#learn();
    return this.#known;
  }

  async #learn() {
    const identities = await Promise.all(this.#folders.map(identityOf));
    const real = await Promise.all(this.#folders.map(realPathOf));
    return {
      identities: new Set(identities.filter((identity) => identity !== undefined)),
      paths: [...new Set([...this.#folders, ...real])],
    };
  }
}

/**
 * The path with its links resolved, as the file system writes it. What does not exist is looked for where it would be
 * created.
 */
async function realPathOf(path: string, links = 0): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const target = links < maxLinks ? await readlink(path).catch(() => undefined) : undefined;
    if (target !== undefined) {
      return realPathOf(resolve(dirname(path), target), links + 1);
    }
    const above = dirname(path);
    return above === path ? path : join(await realPathOf(above, links), path.slice(above.length).replace(/^[\\/]/, ''));
  }
}

/** Names a file to its file system, or `undefined` where there is none. */
async function identityOf(path: string): Promise<string | undefined> {
  try {
    const { dev, ino }: BigIntStats = await stat(path, { bigint: true });
    return ino === 0n ? undefined : `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
