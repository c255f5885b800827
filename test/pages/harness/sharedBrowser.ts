import { type Browser, chromium } from 'playwright-core';
import { browserArguments, findOrInstallBrowser } from '#scripts/lib/chromium.ts';

/** Fixes the color profile, and allows no connection except to this machine. */
const ourArguments = ['--force-color-profile=srgb', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];

let started: Promise<Browser> | undefined;

/** The browser of the whole run, started at the first call. It ends with its process. */
export function sharedBrowser(): Promise<Browser> {
  started ??= findOrInstallBrowser().then((executablePath) =>
    chromium.launch({ executablePath, args: [...browserArguments, ...ourArguments] }),
  );
  return started;
}
