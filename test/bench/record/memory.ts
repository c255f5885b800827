import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Fact } from '#test/bench/lib/findings.ts';

/**
 * Measures how much more memory (heap and buffers) is used than before `work`: after `work`, together with its result, and the
 * maximum during `work`, together with garbage.
 */
export async function memoryDuring(what: string, work: () => Promise<unknown>): Promise<Fact> {
  const before = usedBytes(true);
  let maxBytes = before;
  const timer = setInterval(() => {
    maxBytes = Math.max(maxBytes, usedBytes(false));
  }, 10);
  const result = await work();
  clearInterval(timer);
  maxBytes = Math.max(maxBytes, usedBytes(false));
  const after = usedBytes(true);
  const value = `${megabytes(after - before)} when it is done, ${megabytes(maxBytes - before)} at most meanwhile, garbage with it`;
  // This use keeps `result` in memory until here. No `work` resolves to `undefined`.
  return { kind: 'fact', what: `memory while ${what}`, value: result === undefined ? '' : value };
}

function usedBytes(collectFirst: boolean): number {
  if (collectFirst) collectGarbage();
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
