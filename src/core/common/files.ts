import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Names of what `writeWhole` leaves behind where it is cut off. */
export const unfinishedName = /^\.[0-9a-f]+\.tmp$/;

/**
 * Puts a whole text in the place of what a file of the folder held, which is made if need be. Whoever reads meanwhile finds
 * the one or the other. Only the owner may read. Rejects with what the system says; then the file is as it was.
 */
export async function writeWhole(folder: string, name: string, text: string): Promise<void> {
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
export async function unlessAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    return nothingIfAbsent(error);
  }
}

/** The same at once. */
export function unlessAbsentSync<T>(work: () => T): T | undefined {
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
