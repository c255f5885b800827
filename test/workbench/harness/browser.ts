import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { browserArguments, findOrInstallBrowser } from '#scripts/lib/chromium.ts';
import { processFolder } from './processFolder.ts';

/** The folders in which a browser caches loaded files and compiled scripts. */
const cacheFolders = ['Cache', 'Code Cache'];

let folder: string | undefined;
let isBrowserOpen = false;

interface BrowserOptions {
  readonly viewport: { readonly width: number; readonly height: number };
  /** Added to the browser's command line, after `browserArguments`. */
  readonly args: readonly string[];
}

/**
 * Starts a browser with a new profile. Only the caches of the previous browser of this process are reused, because loading
 * and compiling the editor's files takes half of the time in which an editor opens.
 */
export async function openBrowser({ viewport, args }: BrowserOptions): Promise<BrowserContext> {
  // Two browsers cannot use the same profile folder at the same time.
  if (isBrowserOpen) throw new Error('This process already has an open browser.');
  isBrowserOpen = true;
  try {
    folder ??= processFolder('browser');
    await removeAllExcept(['Default'], folder);
    await removeAllExcept(cacheFolders, join(folder, 'Default'));
    const context = await chromium.launchPersistentContext(folder, {
      executablePath: await findOrInstallBrowser(),
      args: [...browserArguments, ...args],
      viewport,
      // Animations are slow without a graphics card, and each click waits for their end.
      reducedMotion: 'reduce',
    });
    context.once('close', () => {
      isBrowserOpen = false;
    });
    return context;
  } catch (error) {
    isBrowserOpen = false;
    throw error;
  }
}

async function removeAllExcept(exceptions: readonly string[], parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  const others = names.filter((name) => !exceptions.includes(name));
  await Promise.all(others.map((name) => rm(join(parent, name), { recursive: true, force: true, maxRetries: 5 })));
}
