import process from 'node:process';

/** How often something is begun that is given no time. */
const mostRuns = 5;
/** The share of its time that something has to have had before it is called slow. */
const leastShare = 0.5;

interface RunVerdict<V> {
  readonly verdict: V | 'tooSlow';
  /** Milliseconds of CPU, of all runs together. */
  readonly spent: number;
  /** False where the machine was too busy to tell. */
  readonly isCertain: boolean;
}

/**
 * Runs something that is stopped after `timeout` milliseconds of real time, and again where it was stopped although the
 * machine, busy with other work, had given this process too few of them: five times at most.
 * @param cpu milliseconds of CPU that this process has had until now
 */
export function retryIfStarved<V>(
  timeout: number,
  run: () => V | 'tooSlow',
  cpu: () => number = ofThisProcess,
): RunVerdict<V> {
  const begin = cpu();
  for (let runs = 1; ; runs += 1) {
    const verdict = run();
    const spent = cpu() - begin;
    const isCertain = verdict !== 'tooSlow' || spent >= timeout * leastShare;
    if (isCertain || runs === mostRuns) {
      return { verdict, spent, isCertain };
    }
  }
}

function ofThisProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
