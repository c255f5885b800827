import type { BigIntStats } from 'node:fs';
import { readlink, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { UntrustedFolders } from './trust.ts';

/** The number of links that are followed one after another to a path that does not exist. */
const maxLinks = 40;

/**
 * Untrusted folders on this machine's disks. A path is in such a folder if, with links resolved, the path or a folder above it
 * has the same device and inode number as the folder: the case of the path and other mounts of the folder make no difference.
 * Caches its results, so an object must be created for each start.
 */
export class UntrustedDiskFolders implements UntrustedFolders {
  readonly #folders: readonly string[];
  readonly #results = new Map<string, Promise<boolean>>();
  #resolvedFolders:
    | Promise<{ readonly identities: ReadonlySet<string>; readonly paths: readonly string[] }>
    | undefined;
  readonly #mentions: RegExp | undefined;

  /** @param folders Absolute paths. */
  constructor(folders: readonly string[]) {
    this.#folders = folders.map((folder) => resolve(folder));
    // Only folders with such characters: `absolutePathsIn` finds the others.
    const names = this.#folders.filter((folder) => /[\s"'`=,;|&<>()@]|.:/.test(folder.slice(2))).map(escapeRegExp);
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
    const { paths } = await this.#resolveOnce();
    const absolutePath = resolve(path);
    if (paths.some((folder) => isWithin(absolutePath, folder))) {
      return true;
    }
    const realPath = await realPathOf(absolutePath);
    return paths.some((folder) => isWithin(realPath, folder)) || (await this.#isInFolders(realPath));
  }

  /** True if `path` or a folder above it is one of the folders. */
  #isInFolders(path: string): Promise<boolean> {
    const cachedResult = this.#results.get(path);
    if (cachedResult !== undefined) {
      return cachedResult;
    }
    const result = this.#findAbove(path);
    this.#results.set(path, result);
    return result;
  }

  async #findAbove(path: string): Promise<boolean> {
    const { identities } = await this.#resolveOnce();
    const identity = await identityOf(path);
    if (identity !== undefined && identities.has(identity)) {
      return true;
    }
    const parent = dirname(path);
    return parent !== path && (await this.#isInFolders(parent));
  }

  #resolveOnce() {
    this.#resolvedFolders ??= this.#resolve();
    return this.#resolvedFolders;
  }

  async #resolve() {
    const identities = await Promise.all(this.#folders.map(identityOf));
    const realPaths = await Promise.all(this.#folders.map(realPathOf));
    return {
      identities: new Set(identities.filter((identity) => identity !== undefined)),
      paths: [...new Set([...this.#folders, ...realPaths])],
    };
  }
}

/** The path with its links resolved. In a path that does not exist, the existing part is resolved. */
async function realPathOf(path: string, links = 0): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const target = links < maxLinks ? await readlink(path).catch(() => undefined) : undefined;
    if (target !== undefined) {
      return realPathOf(resolve(dirname(path), target), links + 1);
    }
    const parent = dirname(path);
    return parent === path
      ? path
      : join(await realPathOf(parent, links), path.slice(parent.length).replace(/^[\\/]/, ''));
  }
}

/** The device and inode number of a file; `undefined` if the file does not exist or has no inode number. */
async function identityOf(path: string): Promise<string | undefined> {
  try {
    const { dev, ino }: BigIntStats = await stat(path, { bigint: true });
    return ino === 0n ? undefined : `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

function isWithin(path: string, folder: string): boolean {
  const relativePath = relative(folder, path);
  return (
    relativePath === '' || (relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath))
  );
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
