import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '#core/common/files.ts';
import { checkedRecordFileName, readRecordFileName } from './recordFileName.ts';
import { type RecordFile, type RecordFiles, WrongSize } from './recordFiles.ts';

/** The record's files in a folder of the disk, which is made when the first line is written. Only its owner may read. */
export class RecordFolder implements RecordFiles {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async list(): Promise<readonly RecordFile[]> {
    const names = ((await ifExists(readdir(this.#path))) ?? []).filter(readRecordFileName);
    const files = await Promise.all(
      names.map(async (name): Promise<RecordFile | undefined> => {
        const found = await ifExists(stat(this.#file(name)));
        return found?.isFile() ? { name, bytes: found.size, modified: found.mtimeMs } : undefined;
      }),
    );
    return files.filter((file) => file !== undefined);
  }

  async append(name: string, text: string, at: number): Promise<void> {
    if (at === 0) {
      await mkdir(this.#path, { recursive: true, mode: 0o700 });
    }
    // `a` would make a file anew that was taken away; that one is to be missed.
    const file = at === 0 ? await open(this.#file(name), 'a', 0o600) : await existing(this.#file(name), name, at);
    await using(file, async () => {
      const { size } = await file.stat();
      if (size !== at) {
        throw wrongSize(name, size, at);
      }
      await file.appendFile(text);
      await file.datasync();
    });
    if (at === 0) {
      await this.#syncFolder();
    }
  }

  async read(name: string, from: number, to: number): Promise<Buffer | undefined> {
    const file = await ifExists(open(this.#file(name), 'r'));
    return file && using(file, () => readAll(file, from, to));
  }

  async truncate(name: string, bytes: number): Promise<void> {
    const size = (await ifExists(stat(this.#file(name))))?.size ?? 0;
    if (size < bytes) {
      throw wrongSize(name, size, bytes);
    }
    if (size > bytes) {
      await truncate(this.#file(name), bytes);
    }
  }

  async delete(name: string): Promise<void> {
    await rm(this.#file(name), { force: true });
  }

  #file(name: string): string {
    return join(this.#path, checkedRecordFileName(name));
  }

  /** A new file's name is the folder's content. Windows neither can nor need do this. */
  async #syncFolder(): Promise<void> {
    try {
      const folder = await open(this.#path, 'r');
      await using(folder, () => folder.sync());
    } catch {
      // The file itself has been written.
    }
  }
}

async function existing(path: string, name: string, at: number): Promise<FileHandle> {
  // Not made if absent, and every write goes to its end.
  const file = await ifExists(open(path, constants.O_WRONLY | constants.O_APPEND));
  if (!file) {
    throw wrongSize(name, 0, at);
  }
  return file;
}

async function readAll(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const { size } = await file.stat();
  const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(to, size) - from));
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, from + filled);
    if (bytesRead === 0) {
      break;
    }
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

async function using<T>(file: FileHandle, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await file.close();
  }
}

function wrongSize(name: string, size: number, expected: number): WrongSize {
  return new WrongSize(`${name} has ${size} bytes, not ${expected}.`);
}
