import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, runHere } from '#scripts/lib/process.mjs';
import { type Counts, countsVariable, readCounts } from './testCounts.ts';

/** Tests that never end, or leave something running, are ended after this many milliseconds. */
const limit = 40 * 60_000;

/**
 * The test files of a folder, by their paths in the project.
 * @param longest names of those that come first, without `.test.ts`: one that begins late has a job to itself at the end
 */
export async function testFiles(folder: string, longest: readonly string[]): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive: true });
  const found = names.filter((name) => name.endsWith('.test.ts')).sort();
  const first = longest.map((name) => `${name}.test.ts`);
  const missing = first.find((name) => !found.includes(name));
  if (missing) throw new Error(`${folder} has no ${missing} to begin with.`);
  return [...first, ...found.filter((name) => !first.includes(name))].map((name) => join(folder, name));
}

/**
 * Runs test files in plain Node with mocha.
 * @param args patterns of files, and options of mocha's command line
 */
export async function runMocha(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'counts-'));
  const file = join(folder, 'counts.json');
  try {
    const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
    const reporter = join(root, 'scripts/suites/reporter.mjs');
    const code = await runHere(process.execPath, [mocha, '--reporter', reporter, ...args], {
      env: { ...process.env, ...environment, [countsVariable]: file },
      timeout: limit,
    });
    const counts = await readCounts(file);
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
