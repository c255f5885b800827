// The workbench suite: a browser on an editor that has the packaged extension installed, as a person has it.
import { findBrowser } from '../lib/browser.ts';
import { installEditor } from '../lib/editor.ts';
import type { Counts } from './counts.ts';
import { runMocha } from './mocha.ts';

/** Runs test/workbench, two files at a time: each has an editor and a browser of its own, which mostly wait. */
export async function runWorkbenchSuite(): Promise<Counts> {
  await installEditor();
  const browser = await findBrowser();
  return runMocha(['--timeout', '120000', '--parallel', '--jobs', '2', 'test/workbench/**/*.test.ts'], {
    CHROME_PATH: browser,
  });
}
