import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Matches the names of files that `writeFileAtomically` leaves behind if the process ends while it runs. */
export const temporaryFileName = /^\.[0-9a-f]+\.tmp$/;

/**
 * Replaces the content of a file, and creates its folder if needed. A reader sees the old content or the new one. Only the
 * owner may read the file. If it rejects, with the system's error, the file is unchanged. `mode`: what the owner may do with it.
 */
export async function writeFileAtomically(folder: string, name: string, text: string, mode = 0o600): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporaryPath = join(folder, `.${randomBytes(8).toString('hex')}.tmp`);
  try {
    const file = await open(temporaryPath, 'wx', mode);
    try {
      await file.writeFile(text);
      // Without this, a power failure may leave an empty file under the new name.
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(temporaryPath, join(folder, name));
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
}

/** The result of `operation`, or `undefined` if its file or folder does not exist. */
export async function ifExists<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    return undefinedIfAbsent(error);
  }
}

/** The synchronous form of `ifExists`. */
export function ifExistsSync<T>(operation: () => T): T | undefined {
  try {
    return operation();
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
 * The text of a regular file of at most `maxBytes` bytes, as UTF-8. Devices and pipes are refused before they are opened,
 * because opening them may block or change their state. The check is repeated on the opened file.
 * @throws Error that describes what is wrong with the file, or the system's error
 */
export async function readRegularFile(path: string, maxBytes: number): Promise<string> {
  assertRegular(await stat(path));
  // A pipe may have replaced the file since: O_NONBLOCK, so that `open` does not wait for its other end.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    assertRegular(await file.stat());
    const { bytesRead, buffer } = await readUpTo(file, maxBytes + 1);
    if (bytesRead > maxBytes) {
      throw new Error(`The file is larger than ${maxBytes} bytes, which is the most that is read.`);
    }
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

function assertRegular(stats: { isFile(): boolean }): void {
  if (!stats.isFile()) {
    throw new Error('This is not a regular file.');
  }
}

/** Reads to the end, at most `maxBytes` bytes. Does not use the file's size: a file may grow, and some report a size of 0. */
async function readUpTo(file: Awaited<ReturnType<typeof open>>, maxBytes: number) {
  const chunks: Buffer[] = [];
  let bytesRead = 0;
  while (bytesRead < maxBytes) {
    const chunk = Buffer.alloc(Math.min(64 * 1024, maxBytes - bytesRead));
    const read = await file.read(chunk, 0, chunk.length);
    if (read.bytesRead === 0) {
      break;
    }
    chunks.push(chunk.subarray(0, read.bytesRead));
    bytesRead += read.bytesRead;
  }
  return { bytesRead, buffer: Buffer.concat(chunks) };
}
