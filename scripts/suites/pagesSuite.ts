// The pages suite: tests the webviews, as they are shipped, in a browser without an editor.
import { findOrInstallBrowser } from '#scripts/lib/chromium.ts';
import { installFonts } from '#scripts/lib/fonts.ts';
import { runMocha, testFiles } from './mocha.ts';
import type { Counts } from './testCounts.ts';

/** Runs test/pages, two files at a time. Each process starts a browser. */
export async function runPagesSuite(): Promise<Counts> {
  const browser = await findOrInstallBrowser();
  await installFonts();
  const files = await testFiles('test/pages', ['states', 'language', 'translatedPages']);
  return runMocha(['--timeout', '30000', '--parallel', '--jobs', '2', ...files], { CHROME_PATH: browser });
}
