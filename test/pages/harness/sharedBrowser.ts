import { type Browser, chromium } from 'playwright-core';
import { browserArguments, findBrowser } from '#scripts/lib/browser.ts';

/** Colors are the same everywhere, and no page gets anywhere but to this machine. */
const ours = ['--force-color-profile=srgb', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];

let started: Promise<Browser> | undefined;

/** The one browser of the whole run, started when it is first wanted. It ends with the process that started it. */
export function sharedBrowser(): Promise<Browser> {
  started ??= findBrowser().then((executablePath) =>
    chromium.launch({ executablePath, args: [...browserArguments, ...ours] }),
  );
  return started;
}
