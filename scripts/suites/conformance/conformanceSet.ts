import type { ScenarioResult } from './scenarioResult.ts';

/** A fixed list of scenarios of one release of the suite. */
export interface ConformanceSet {
  readonly name: string;
  scenarios(): Promise<readonly string[]>;
  /** Runs some of its scenarios. */
  run(scenarios: readonly string[]): Promise<readonly ScenarioResult[]>;
}

/** The maximum number of scenarios that run at the same time. A scenario has two processes that mostly wait. */
const maxParallel = 3;

export async function runInParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, item] = next;
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: maxParallel }, worker));
  return results;
}
