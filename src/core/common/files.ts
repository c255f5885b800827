import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The names of files that `writeFileAtomically` leaves behind when the process ends in the middle. */
export const temporaryFileName = /^\.[0-9a-f]+\.tmp$/;

/**
 * Replaces the content of a file, and creates its folder if needed. A reader sees the old content or the new one. Only the
 * owner may read the file. Rejects with the system's error; then the file is unchanged.
 */
export async function writeFileAtomically(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `.${randomBytes(8).toString('hex')}.tmp`);
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(text);
      // Else a power failure may leave an empty file under the new name.
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(unfinished, join(folder, name));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** The result of `work`, or `undefined` when the file or folder does not exist. */
export async function ifExists<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    return undefinedIfAbsent(error);
  }
}

/** As `ifExists`, synchronously. */
export function ifExistsSync<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    return undefinedIfAbsent(error);
  }
}

function undefinedIfAbsent(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
    throw error;
  }
}

/**
 * The text of a regular file of at most `limit` bytes, as UTF-8. Refuses devices and pipes before it opens them, so that it
 * neither waits for them nor changes their state, and again after it has opened the file. Rejects with an `Error` that says
 * what is wrong with the file, or with the system's error.
 */
export async function readRegularFile(path: string, limit: number): Promise<string> {
  assertRegular(await stat(path));
  // The path may lead to a pipe by now: `open` must not wait for it.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    assertRegular(await file.stat());
    const { bytesRead, buffer } = await readUpTo(file, limit + 1);
    if (bytesRead > limit) {
      throw new Error(`The file is larger than ${limit} bytes, which is the most that is read.`);
    }
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

function assertRegular(found: { isFile(): boolean }): void {
  if (!found.isFile()) {
    throw new Error('This is not a regular file.');
  }
}

/** Reads to the end, at most `most` bytes. The size is not used: a file may grow, and some report a size of zero. */
async function readUpTo(file: Awaited<ReturnType<typeof open>>, most: number) {
  const chunks: Buffer[] = [];
  let bytesRead = 0;
  while (bytesRead < most) {
    const chunk = Buffer.alloc(Math.min(64 * 1024, most - bytesRead));
    const read = await file.read(chunk, 0, chunk.length);
    if (read.bytesRead === 0) {
      break;
    }
    chunks.push(chunk.subarray(0, read.bytesRead));
    bytesRead += read.bytesRead;
  }
  return { bytesRead, buffer: Buffer.concat(chunks) };
}
