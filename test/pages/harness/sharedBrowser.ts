import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { browserArguments, findOrInstallBrowser } from '#scripts/lib/chromium.ts';

/** Fixes the color profile, and allows no connection except to this machine. */
const ourArguments = ['--force-color-profile=srgb', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];

let started: Promise<Browser> | undefined;

/** The browser of the whole run, started at the first call, which can give further options. It ends with its process. */
export function sharedBrowser({ args = [], ...options }: LaunchOptions = {}): Promise<Browser> {
  started ??= findOrInstallBrowser().then((executablePath) =>
    chromium.launch({ ...options, executablePath, args: [...browserArguments, ...ourArguments, ...args] }),
  );
  return started;
}
