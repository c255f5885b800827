import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, runInTerminal } from '#scripts/lib/process.mjs';
import { type Counts, countsFileVariable, readCounts } from './testCounts.ts';

/** Mocha is ended after this time, for tests that never end or leave something running. In milliseconds. */
const limitMs = 55 * 60_000;

/**
 * The paths of the test files of a folder, relative to the project.
 * @param slowest the names, without `.test.ts`, of the files that come first: a slow file that starts last runs alone at
 *   the end
 */
export async function testFiles(folder: string, slowest: readonly string[]): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive: true });
  const testNames = names.filter((name) => name.endsWith('.test.ts')).sort();
  const first = slowest.map((name) => `${name}.test.ts`);
  const missing = first.find((name) => !testNames.includes(name));
  if (missing) throw new Error(`${folder} has no ${missing} to begin with.`);
  return [...first, ...testNames.filter((name) => !first.includes(name))].map((name) => join(folder, name));
}

/**
 * Runs test files in plain Node with mocha.
 * @param args patterns of files, and options of mocha's command line
 */
export async function runMocha(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'counts-'));
  const countsFile = join(folder, 'counts.json');
  try {
    const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
    const reporter = join(root, 'scripts/suites/reporter.mjs');
    const code = await runInTerminal(process.execPath, [mocha, '--reporter', reporter, ...args], {
      env: { ...process.env, ...environment, [countsFileVariable]: countsFile },
      timeout: limitMs,
    });
    const counts = await readCounts(countsFile);
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
