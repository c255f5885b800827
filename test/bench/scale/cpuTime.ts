import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** The maximum CPU time, in five seconds, of an extension host that has finished its start. In milliseconds. */
const calmMs = 50;
const maxTries = 24;

/** The CPU time that all threads of a process have used. In milliseconds; Linux counts nanoseconds. */
export function cpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const spent = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return spent.reduce((sum, ns) => sum + ns, 0) / 1e6;
}

/**
 * Waits until an extension host has finished its start, two minutes at most. @returns an empty list then, otherwise the CPU time of
 * each five seconds, in milliseconds
 */
export async function untilCalm(pid: number): Promise<readonly string[]> {
  const spent: string[] = [];
  for (let before = cpuMs(pid); spent.length < maxTries; ) {
    await delay(5000);
    const now = cpuMs(pid);
    if (now - before <= calmMs) return [];
    spent.push((now - before).toFixed(0));
    before = now;
  }
  return spent;
}

/** Waits until an extension host has finished its start. @throws Error if it does not, because a busy one would distort the result */
export async function mustBeCalm(who: string, pid: number): Promise<void> {
  const busy = await untilCalm(pid);
  if (busy.length > 0) {
    throw new Error(`The extension host ${who} is still busy: ${busy.join(', ')} ms of CPU in five seconds each.`);
  }
}
