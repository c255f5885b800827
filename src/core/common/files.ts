import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Names of what `writeWhole` leaves behind where it is cut off. */
export const temporaryFileName = /^\.[0-9a-f]+\.tmp$/;

/**
 * Puts a whole text in the place of what a file of the folder held, which is made if need be. Whoever reads meanwhile finds
 * the one or the other. Only the owner may read. Rejects with what the system says; then the file is as it was.
 */
export async function writeFileAtomically(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `.${randomBytes(8).toString('hex')}.tmp`);
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(text);
      // Else a power failure may leave the new name with nothing in it.
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

/** `undefined` where what is worked on is not there. */
export async function ifExists<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    return nothingIfAbsent(error);
  }
}

/** The same at once. */
export function ifExistsSync<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    return nothingIfAbsent(error);
  }
}

function nothingIfAbsent(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
    throw error;
  }
}

/**
 * The text of a regular file of at most `limit` bytes, as UTF-8. Neither waits for, nor changes the state of, what is no
 * regular file (a device, a pipe): such a path is refused before it is opened, and again once it is open. Rejects with an
 * `Error` that says what is wrong with the file, or with the system's error.
 */
export async function readRegularFile(path: string, limit: number): Promise<string> {
  assertRegular(await stat(path));
  // Another file may have taken its place meanwhile: a pipe must not keep the open from returning.
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

/** Reads until the end or until there are `most` bytes: a file may grow, and some say that they are empty. */
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
