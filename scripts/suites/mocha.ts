import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, runHere } from '../lib/process.mjs';
import { type Counts, countsVariable, readCounts } from './counts.ts';

/** Tests that never end, or leave something running, are ended after this many milliseconds. */
const limit = 20 * 60_000;

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
