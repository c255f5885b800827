import type { BigIntStats } from 'node:fs';
import { readlink, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { UntrustedFolders } from './trust.ts';

/** Links that are followed one after another to a path that does not exist. */
const maxLinks = 40;

/**
 * Folders on this machine's disks. A path is in one of them when, with links resolved, a folder above it has the same device
 * and inode number: the case of the path and other mounts of the folder make no difference. Caches its results: create one
 * for each start.
 */
export class UntrustedDiskFolders implements UntrustedFolders {
  readonly #folders: readonly string[];
  readonly #found = new Map<string, Promise<boolean>>();
  #resolvedFolders:
    | Promise<{ readonly identities: ReadonlySet<string>; readonly paths: readonly string[] }>
    | undefined;
  readonly #mentions: RegExp | undefined;

  /** @param folders Absolute paths. */
  constructor(folders: readonly string[]) {
    this.#folders = folders.map((folder) => resolve(folder));
    // `absolutePathsIn` finds paths without such characters.
    const names = this.#folders.filter((folder) => /[\s"'`=,;|&<>()@]|.:/.test(folder.slice(2))).map(escaped);
    const edges = '[\\s"\'`=:,;()]';
    const flags = process.platform === 'linux' ? '' : 'i';
    this.#mentions =
      names.length === 0 ? undefined : new RegExp(`(^|${edges})(${names.join('|')})($|[/\\\\]|${edges})`, flags);
  }

  mentionedIn(text: string): string | undefined {
    return this.#mentions?.exec(text)?.[2];
  }

  async contains(path: string): Promise<boolean> {
    if (this.#folders.length === 0) {
      return false;
    }
    const { paths } = await this.#resolved();
    const whole = resolve(path);
    if (paths.some((folder) => isWithin(whole, folder))) {
      return true;
    }
    const real = await realPathOf(whole);
    return paths.some((folder) => isWithin(real, folder)) || (await this.#isInFolders(real));
  }

  /** True if `path` or a folder above it is one of the folders. */
  #isInFolders(path: string): Promise<boolean> {
    const before = this.#found.get(path);
    if (before !== undefined) {
      return before;
    }
    const found = this.#findAbove(path);
    this.#found.set(path, found);
    return found;
  }

  async #findAbove(path: string): Promise<boolean> {
    const { identities } = await this.#resolved();
    const identity = await identityOf(path);
    if (identity !== undefined && identities.has(identity)) {
      return true;
    }
    const above = dirname(path);
    return above !== path && (await this.#isInFolders(above));
  }

  #resolved() {
    this.#resolvedFolders ??= this.#resolve();
    return this.#resolvedFolders;
  }

  async #resolve() {
    const identities = await Promise.all(this.#folders.map(identityOf));
    const real = await Promise.all(this.#folders.map(realPathOf));
    return {
      identities: new Set(identities.filter((identity) => identity !== undefined)),
      paths: [...new Set([...this.#folders, ...real])],
    };
  }
}

/**
 * The path with its links resolved. Of a path that does not exist, the part that exists is resolved.
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

/** Device and inode number of a file; `undefined` where it does not exist. */
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
