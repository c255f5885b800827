import { mkdir, rm } from 'node:fs/promises';
import { rejectOnAbort } from '#core/common/timing.ts';

const pauseMs = 50;

interface OneAtATimeOptions {
  /** How long to wait for the others, in milliseconds: longer than the action takes. */
  readonly waitMs: number;
  /** Ends the waiting; an action that has begun goes on. */
  readonly signal?: AbortSignal;
}

/**
 * Runs the action while no other process does that is given the same path, where an empty folder stands meanwhile. A folder that is still
 * there after `waitMs` was left by a process that was ended: the action runs, and removes it, whatever lies in it. So the action may
 * run beside that of a process that is slow, and must leave whole files then, too.
 * @throws the error of the action, the signal's reason, or the system's error if the folder cannot be created
 */
export async function oneAtATime<T>(path: string, action: () => Promise<T>, options: OneAtATimeOptions): Promise<T> {
  const { waitMs, signal } = options;
  signal?.throwIfAborted();
  for (let pauses = 0; pauses < waitMs / pauseMs && !(await isCreated(path)); pauses += 1) {
    const pause = new Promise<void>((resolve) => {
      setTimeout(resolve, pauseMs);
    });
    await (signal ? rejectOnAbort(pause, signal) : pause);
  }
  try {
    return await action();
  } finally {
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
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
