import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExistsSync, temporaryFileName, writeFileAtomically } from '#core/common/files.ts';
import type { DraftFile, DraftFiles } from './draftFiles.ts';
import { isDraftName } from './draftKey.ts';
import { maxDraftBytes } from './draftLimits.ts';

/**
 * The name of the file that contains the time of the last clearing. Its modification time is not used, because in a network
 * folder it comes from another clock.
 */
const clearedMarker = '.cleared';

/** Drafts in a folder on disk, which is created with the first draft. Only its owner may read the files. */
export class DraftFolder implements DraftFiles {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  list(): readonly DraftFile[] {
    const names = ifExistsSync(() => readdirSync(this.#path)) ?? [];
    return names.filter(isDraftName).flatMap((name) => {
      const modified = ifExistsSync(() => lstatSync(join(this.#path, name)).mtimeMs);
      return modified === undefined ? [] : [{ name, modified }];
    });
  }

  read(name: string): string | undefined {
    return this.#read(this.#file(name));
  }

  async write(name: string, text: string): Promise<void> {
    await writeFileAtomically(this.#path, assertDraftName(name), text);
  }

  async delete(name: string): Promise<void> {
    await rm(this.#file(name), { force: true });
  }

  markCleared(at: number): Promise<void> {
    return writeFileAtomically(this.#path, clearedMarker, String(at));
  }

  clearedAt(): number | undefined {
    const at = Number(this.#read(join(this.#path, clearedMarker)) || Number.NaN);
    return Number.isFinite(at) ? at : undefined;
  }

  async sweep(before: number): Promise<void> {
    for (const name of (await readdir(this.#path).catch(() => [])).filter((file) => temporaryFileName.test(file))) {
      const path = join(this.#path, name);
      const stats = await stat(path).catch(() => undefined);
      if (stats && stats.mtimeMs < before) {
        await rm(path, { force: true });
      }
    }
  }

  #read(path: string): string | undefined {
    const isLink = ifExistsSync(() => lstatSync(path).isSymbolicLink());
    if (isLink) {
      return '';
    }
    return ifExistsSync(() => {
      // Do not follow a link, and do not block on a pipe without a writer.
      const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
      const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
      try {
        const stats = fstatSync(file);
        return stats.isFile() && stats.size <= maxDraftBytes ? readFileSync(file, 'utf8') : '';
      } finally {
        closeSync(file);
      }
    });
  }

  #file(name: string): string {
    return join(this.#path, assertDraftName(name));
  }
}

function assertDraftName(name: string): string {
  if (!isDraftName(name)) {
    throw new RangeError(`${name} is not the name of a draft.`);
  }
  return name;
}
