import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runProgram, step } from './process.mjs';

/** Arguments of a headless Chromium that connects only to the editor. */
export const browserArguments: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'microsoft-edge-stable',
  'msedge',
];
const places = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Finds a browser of the Chromium family, installing Debian's when there is none and that can be done.
 * @returns its executable
 * @throws Error that says what the user can do
 */
export async function findBrowser(): Promise<string> {
  const chosen = process.env['CHROME_PATH'];
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`CHROME_PATH names ${chosen}, which does not exist.`);
  }
  const found = installedBrowser();
  if (found) return found;
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    await step('Installing Chromium', async () => {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      await runProgram('apt-get', ['update'], { env });
      await runProgram('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { env });
    });
    const installed = installedBrowser();
    if (installed) return installed;
  }
  throw new Error('The tests need a browser: install Chromium, Chrome or Edge, or set CHROME_PATH to one.');
}

function installedBrowser(): string | undefined {
  return names.map(onPath).find((path) => path !== undefined) ?? places.find((path) => existsSync(path));
}

/** The executable of that name on the PATH. */
export function onPath(name: string): string | undefined {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => endings.map((ending) => join(folder, name + ending)))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
