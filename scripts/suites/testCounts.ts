import { readFile } from 'node:fs/promises';

/** The numbers of passed and failed tests of a suite. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** The counts of each test file by its path; absent if the suite does not report them. */
  readonly files?: Readonly<Record<string, Counts>>;
}

/** The environment variable with the path of the file into which the process of a suite writes its counts as JSON. */
export const countsFileVariable = 'TEST_COUNTS_FILE';

/** Reads the counts of a suite. A suite that wrote none, or has no test, counts as one failure. */
export async function readCounts(file: string): Promise<Counts> {
  const counts: Counts = await readFile(file, 'utf8').then(JSON.parse, () => ({ passed: 0, failed: 1 }));
  return counts.passed + counts.failed === 0 ? { passed: 0, failed: 1 } : counts;
}

/** The test files with failed tests and their numbers, by path; empty if the suite does not report files. */
export function failedFiles({ files = {} }: Counts): readonly (readonly [path: string, failed: number])[] {
  return Object.entries(files)
    .flatMap(([path, { failed }]) => (failed > 0 ? [[path, failed] as const] : []))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
