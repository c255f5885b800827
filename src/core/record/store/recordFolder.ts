import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '#core/common/files.ts';
import { checkedRecordFileName, readRecordFileName } from './recordFileName.ts';
import { type RecordFile, type RecordFiles, WrongSize } from './recordFiles.ts';

/** Record files in a folder on disk, which is created with the first line. Only its owner may read the files. */
export class RecordFolder implements RecordFiles {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async list(): Promise<readonly RecordFile[]> {
    const names = ((await ifExists(readdir(this.#path))) ?? []).filter(readRecordFileName);
    const files = await Promise.all(
      names.map(async (name): Promise<RecordFile | undefined> => {
        const stats = await ifExists(stat(this.#file(name)));
        return stats?.isFile() ? { name, bytes: stats.size, modified: stats.mtimeMs } : undefined;
      }),
    );
    return files.filter((file) => file !== undefined);
  }

  async append(name: string, text: string, at: number): Promise<void> {
    if (at === 0) {
      await mkdir(this.#path, { recursive: true, mode: 0o700 });
    }
    // The flag `a` would create a deleted file again, so the deletion would not be detected.
    const file = at === 0 ? await open(this.#file(name), 'a', 0o600) : await openExisting(this.#file(name), name, at);
    await usingFile(file, async () => {
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
    return file && usingFile(file, () => readRange(file, from, to));
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

  /** Writes the name of a new file to the disk. Fails on Windows, where this is not necessary. */
  async #syncFolder(): Promise<void> {
    try {
      const folder = await open(this.#path, 'r');
      await usingFile(folder, () => folder.sync());
    } catch {
      // The content of the file has been written.
    }
  }
}

async function openExisting(path: string, name: string, at: number): Promise<FileHandle> {
  // Without O_CREAT, so that an absent file is not created. With O_APPEND, so that each write goes to the end.
  const file = await ifExists(open(path, constants.O_WRONLY | constants.O_APPEND));
  if (!file) {
    throw wrongSize(name, 0, at);
  }
  return file;
}

async function readRange(file: FileHandle, from: number, to: number): Promise<Buffer> {
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

async function usingFile<T>(file: FileHandle, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } finally {
    await file.close();
  }
}

function wrongSize(name: string, size: number, expected: number): WrongSize {
  return new WrongSize(`${name} has ${size} bytes, not ${expected}.`);
}
