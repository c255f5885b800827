import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Fact } from '#test/bench/lib/findings.ts';

/** What is held when it is done, and the most that was meanwhile, beyond what was held before: heap and buffers. */
export async function memoryDuring(what: string, work: () => Promise<unknown>): Promise<Fact> {
  const before = held(true);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, held(false));
  }, 10);
  const kept = await work();
  clearInterval(timer);
  most = Math.max(most, held(false));
  const after = held(true);
  const value = `${megabytes(after - before)} when it is done, ${megabytes(most - before)} at most meanwhile, garbage with it`;
  // What was made is held until here.
  return { kind: 'fact', what: `memory while ${what}`, value: kept === undefined ? '' : value };
}

function held(collected: boolean): number {
  if (collected) collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
