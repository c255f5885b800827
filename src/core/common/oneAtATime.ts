import { mkdir, rmdir } from 'node:fs/promises';

/** How long one process waits for the others: the number of pauses, and their length in milliseconds. */
const maxPauses = 200;
const pauseMs = 50;

/**
 * Runs the action while no other process does that is given the same path, where an empty folder stands meanwhile. A folder that is still
 * there after ten seconds was left by a process that was ended: the action runs, and removes it. So the action may run beside that of
 * a process that is slow, and must leave whole files then, too.
 * @throws the error of the action, or the system's if the folder cannot be created
 */
export async function oneAtATime<T>(path: string, action: () => Promise<T>): Promise<T> {
  for (let pauses = 0; pauses < maxPauses && !(await isCreated(path)); pauses += 1) {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, pauseMs);
    });
  }
  try {
    return await action();
  } finally {
    await rmdir(path).catch(() => undefined);
  }
}

/** False if it is there already. */
async function isCreated(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      return false;
    }
    throw error;
  }
}
