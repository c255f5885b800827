// The workbench suite: drives an editor in a browser, with the packaged extension installed as for a user.
import { findOrInstallBrowser } from '#scripts/lib/chromium.ts';
import { installEditor } from '#scripts/lib/codeServer.ts';
import { runMocha, testFiles } from './mocha.ts';
import type { Counts } from './testCounts.ts';

/** The slowest files. They start first: a slow file that starts last runs alone while the other job has nothing to do. */
const slowestFiles = [
  'panel/toolArguments',
  'panel/url',
  'authorization/secretsInForms',
  'lifetime/windows',
  'servers/flood',
  'lifetime/damage',
  'panel/panel',
  'panel/review',
];

/**
 * Runs test/workbench, two files at a time. Each file uses its own editor and browser; both are idle most of the time, so
 * two fit on one machine. Failed tests are not retried: a retry would hide a race condition in the extension, because it
 * looks like one in the editor.
 */
export async function runWorkbenchSuite(): Promise<Counts> {
  await installEditor();
  const browser = await findOrInstallBrowser();
  const files = await testFiles('test/workbench', slowestFiles);
  return runMocha(['--timeout', '120000', '--parallel', '--jobs', '2', ...files], { CHROME_PATH: browser });
}
