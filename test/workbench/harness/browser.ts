import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { browserArguments, findBrowser } from '#scripts/lib/browser.ts';
import { processFolder } from './processFolder.ts';

/** What a browser keeps of the files it has loaded, and of their scripts once they are compiled. */
const caches = ['Cache', 'Code Cache'];

let folder: string | undefined;
let isTaken = false;

interface BrowserOptions {
  readonly viewport: { readonly width: number; readonly height: number };
  /** For its command line, beside those that keep it quiet. */
  readonly args: readonly string[];
}

/**
 * Starts a browser that knows nothing but the files of the editor, which one before it has loaded: reading and compiling
 * them is half of what it takes to open an editor.
 */
export async function openBrowser({ viewport, args }: BrowserOptions): Promise<BrowserContext> {
  // Two at a time cannot share a folder.
  if (isTaken) throw new Error('This process has a browser already.');
  isTaken = true;
  try {
    folder ??= processFolder('browser');
    await removeAllBut(['Default'], folder);
    await removeAllBut(caches, join(folder, 'Default'));
    const context = await chromium.launchPersistentContext(folder, {
      executablePath: await findBrowser(),
      args: [...browserArguments, ...args],
      viewport,
      // The editor's animations are drawn without a graphics card here, and a click waits until they are over.
      reducedMotion: 'reduce',
    });
    context.once('close', () => {
      isTaken = false;
    });
    return context;
  } catch (error) {
    isTaken = false;
    throw error;
  }
}

async function removeAllBut(kept: readonly string[], within: string): Promise<void> {
  const names = await readdir(within).catch(() => []);
  const others = names.filter((name) => !kept.includes(name));
  await Promise.all(others.map((name) => rm(join(within, name), { recursive: true, force: true, maxRetries: 5 })));
}
