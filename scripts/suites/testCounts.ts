import { readFile } from 'node:fs/promises';

/** How many tests of a suite passed and failed. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** The same of each test file, by its path, where the suite tells. */
  readonly files?: Readonly<Record<string, Counts>>;
}

/** The environment variable that names the file into which a suite, in whatever process, writes its counts as JSON. */
export const countsVariable = 'TEST_COUNTS_FILE';

/** Reads what a suite wrote. A suite that broke before it could write, or has no test, counts as one failure. */
export async function readCounts(file: string): Promise<Counts> {
  const counts: Counts = await readFile(file, 'utf8').then(JSON.parse, () => ({ passed: 0, failed: 1 }));
  return counts.passed + counts.failed === 0 ? { passed: 0, failed: 1 } : counts;
}

/** The test files in which something failed, with how much, in the order of their paths; empty where the suite does not tell. */
export function failedFiles({ files = {} }: Counts): readonly (readonly [path: string, failed: number])[] {
  return Object.entries(files)
    .flatMap(([path, { failed }]) => (failed > 0 ? [[path, failed] as const] : []))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
