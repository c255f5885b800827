import { readFile } from 'node:fs/promises';

/** How many tests of a suite passed and failed. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** The same of each test file, by its path, where the suite tells. */
  readonly files?: Readonly<Record<string, Counts>>;
  /** The test files that passed only when they were run once more. */
  readonly unsteady?: readonly string[];
}

/** The environment variable that names the file into which a suite, in whatever process, writes its counts as JSON. */
export const countsVariable = 'TEST_COUNTS_FILE';

/** Reads what a suite wrote. A suite that broke before it could write, or has no test, counts as one failure. */
export async function readCounts(file: string): Promise<Counts> {
  const counts: Counts = await readFile(file, 'utf8').then(JSON.parse, () => ({ passed: 0, failed: 1 }));
  return counts.passed + counts.failed === 0 ? { passed: 0, failed: 1 } : counts;
}

/** The counts of a suite some of whose files were run once more: for those, what the second run says. */
export function withSecondRun(first: Counts, second: Counts): Counts {
  const again = second.files ?? {};
  const files = { ...first.files, ...again };
  const sum = (outcome: 'passed' | 'failed') =>
    Object.values(files).reduce((total, counts) => total + counts[outcome], 0);
  const unsteady = Object.keys(again).filter((file) => again[file]?.failed === 0);
  // A second run that broke before it could tell of each file is a failure too.
  const failed = Math.max(sum('failed'), second.failed);
  return { passed: sum('passed'), failed, files, unsteady };
}
