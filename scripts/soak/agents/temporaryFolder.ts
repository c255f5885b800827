import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '#scripts/lib/process.mjs';
import { until } from '#test/host/until.ts';

/** What the temporary folder of a segment begins with. */
export const temporaryPrefix = join(tmpdir(), 'faults-');

/**
 * Removes the folder of a segment that was interrupted, with the file system that it has mounted there. Ends the processes of the
 * segment before: one that was stopped would stay for ever.
 */
export async function removeTemporaryFolder(folder: string): Promise<void> {
  if (!folder.startsWith(temporaryPrefix)) return;
  for (const id of await processesOf(folder)) killIfThere(id);
  await until(async () => (await processesOf(folder)).length === 0);
  // Fails where nothing is mounted.
  await runProgram('umount', [join(folder, 'home')]).catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
}

/** The processes that name the folder in their arguments, or run in it. */
async function processesOf(folder: string): Promise<number[]> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    ids.map(async (id) => {
      const directory = await readlink(`/proc/${id}/cwd`).catch(() => '');
      const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
      return directory.startsWith(folder) || command.includes(folder) ? [Number(id)] : [];
    }),
  );
  return found.flat();
}

function killIfThere(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
