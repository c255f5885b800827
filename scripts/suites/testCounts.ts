import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { inOneLine } from '#form/text.ts';

/** The numbers of passed and failed tests of a suite. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** The failed tests; absent if the suite does not name them. */
  readonly failures?: readonly Failure[];
}

/** A test, or a hook of one, that failed. */
interface Failure {
  /** The path of the test file. */
  readonly file: string;
  /** The titles of its suites and its own. */
  readonly title: string;
  /** The message of the error. */
  readonly message: string;
}

/** The environment variable with the path of the file into which the process of a suite writes its counts as JSON. */
export const countsFileVariable = 'TEST_COUNTS_FILE';

/** Reads the counts of a suite. A suite that wrote none, or has no test, counts as one failure. */
export async function readCounts(file: string): Promise<Counts> {
  const counts: Counts = await readFile(file, 'utf8').then(JSON.parse, () => ({ passed: 0, failed: 1 }));
  return counts.passed + counts.failed === 0 ? { passed: 0, failed: 1 } : counts;
}

/**
 * The lines that name the failed tests of a suite, each with the beginning of its error: a reader of a long log, or of its end
 * alone, finds there what failed.
 * @param folder the paths of the files are relative to it
 */
export function failureLines({ failures = [] }: Counts, folder: string): readonly string[] {
  return failures
    .toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0))
    .map(({ file, title, message }) => `${relative(folder, file)}: ${title}: ${inOneLine(message, 300)}`);
}
