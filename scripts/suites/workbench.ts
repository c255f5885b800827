// The workbench suite: a browser on an editor that has the packaged extension installed, as a person has it.
import { relative } from 'node:path';
import { findBrowser } from '../lib/browser.ts';
import { installEditor } from '../lib/editor.ts';
import { root } from '../lib/process.mjs';
import { type Counts, withSecondRun } from './counts.ts';
import { runMocha } from './mocha.ts';

/** More files than this do not fail by chance. */
const mostByChance = 3;

/**
 * Runs test/workbench, two files at a time: each has an editor and a browser of its own, which mostly wait. The editor,
 * which is not ours, misses a key or a click now and then on a busy machine. So a few files that failed are run once more,
 * one at a time, each in a new editor; those that pass only then are told apart, since a race of ours looks the same.
 */
export async function runWorkbenchSuite(): Promise<Counts> {
  await installEditor();
  const environment = { CHROME_PATH: await findBrowser() };
  const run = (args: readonly string[]) => runMocha(['--timeout', '120000', ...args], environment);
  const first = await run(['--parallel', '--jobs', '2', 'test/workbench/**/*.test.ts']);
  const failed = Object.entries(first.files ?? {}).flatMap(([file, counts]) => (counts.failed > 0 ? [file] : []));
  if (failed.length === 0 || failed.length > mostByChance) {
    return first;
  }
  console.log(`Once more, one at a time: ${failed.map((file) => relative(root, file)).join(', ')}`);
  return withSecondRun(first, await run(failed));
}
