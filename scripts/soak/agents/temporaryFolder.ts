import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '#scripts/lib/process.mjs';

/** What the temporary folder of a segment begins with. */
export const temporaryPrefix = join(tmpdir(), 'faults-');

/** Removes the folder of a segment that was interrupted, with the file system that it has mounted there. */
export async function removeTemporaryFolder(folder: string): Promise<void> {
  if (!folder.startsWith(temporaryPrefix)) return;
  // Fails where nothing is mounted.
  await runProgram('umount', [join(folder, 'home')]).catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
}
