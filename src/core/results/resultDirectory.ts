import { constants } from 'node:fs';
import { lstat, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists, temporaryFileName, writeFileAtomically } from '#core/common/files.ts';
import { maxResultBytes, maxSummaryBytes } from './resultLimits.ts';
import type { ResultFile, ResultFiles } from './resultStorage.ts';

const resultName = /^[0-9a-f]{64}-[0-9a-f]{64}\.json$/;

/** Result files in a folder, which is created with the first write. Only its owner has access to the files. */
export class ResultDirectory implements ResultFiles {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async list(): Promise<readonly ResultFile[]> {
    const names = (await ifExists(readdir(this.#path))) ?? [];
    const files: ResultFile[] = [];
    for (const name of names.filter((file) => resultName.test(file))) {
      const stats = await ifExists(lstat(join(this.#path, name)));
      if (stats) {
        files.push({ name, modified: stats.mtimeMs, size: stats.size });
      }
    }
    return files;
  }

  readBeginning(name: string): Promise<string | undefined> {
    return this.#read(name, maxSummaryBytes);
  }

  read(name: string): Promise<string | undefined> {
    return this.#read(name, maxResultBytes);
  }

  async write(name: string, text: string): Promise<void> {
    await writeFileAtomically(this.#path, assertResultName(name), text);
  }

  async delete(name: string): Promise<void> {
    await rm(join(this.#path, assertResultName(name)), { force: true });
  }

  async sweep(before: number): Promise<void> {
    for (const name of (await readdir(this.#path).catch(() => [])).filter((file) => temporaryFileName.test(file))) {
      const path = join(this.#path, name);
      const stats = await lstat(path).catch(() => undefined);
      if (stats && stats.mtimeMs < before) {
        await rm(path, { force: true });
      }
    }
  }

  /** Reads the first `maxBytes` bytes; `undefined` if the file does not exist, is a link, is not a regular file, or is too large. */
  async #read(name: string, maxBytes: number): Promise<string | undefined> {
    const path = join(this.#path, assertResultName(name));
    // On systems without O_NOFOLLOW only this check detects a link.
    const isLink = await ifExists(lstat(path).then((stats) => stats.isSymbolicLink()));
    if (isLink !== false) {
      return undefined;
    }
    return ifExists(this.#readWithoutLinks(path, maxBytes));
  }

  async #readWithoutLinks(path: string, maxBytes: number): Promise<string | undefined> {
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const stats = await file.stat();
      if (!stats.isFile() || stats.size > maxResultBytes) {
        return undefined;
      }
      const buffer = Buffer.alloc(Math.min(stats.size, maxBytes));
      let length = 0;
      for (let read = -1; read !== 0 && length < buffer.length; length += read) {
        read = (await file.read(buffer, length, buffer.length - length, length)).bytesRead;
      }
      return buffer.toString('utf8', 0, length);
    } finally {
      await file.close();
    }
  }
}

function assertResultName(name: string): string {
  if (!resultName.test(name)) {
    throw new RangeError(`${name} is not the name of a result.`);
  }
  return name;
}
