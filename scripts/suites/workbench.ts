// The workbench suite: a browser on an editor that has the packaged extension installed, as a person has it.
import { findBrowser } from '#scripts/lib/browser.ts';
import { installEditor } from '#scripts/lib/editor.ts';
import { runMocha, testFiles } from './mocha.ts';
import type { Counts } from './testCounts.ts';

/** They begin first, so that none of them runs alone at the end. */
const longest = [
  'panel/url',
  'authorization/secrets',
  'lifetime/windows',
  'servers/flood',
  'lifetime/damage',
  'panel/panel',
  'panel/review',
];

/**
 * Runs test/workbench, two files at a time: each has an editor and a browser of its own, which mostly wait. What fails is not
 * run again: a race of the extension looks like one of the editor's, and only the first run of a test tells of it.
 */
export async function runWorkbenchSuite(): Promise<Counts> {
  await installEditor();
  const browser = await findBrowser();
  const files = await testFiles('test/workbench', longest);
  return runMocha(['--timeout', '120000', '--parallel', '--jobs', '2', ...files], { CHROME_PATH: browser });
}
