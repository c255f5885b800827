import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { reportDuration, runProgram } from './process.mjs';

/** Arguments of Chromium that switch off the sandbox, updates and other connections of the browser. */
export const browserArguments: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const programNames = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'microsoft-edge-stable',
  'msedge',
];
const installPaths = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Finds a browser of the Chromium family. If there is none, installs Debian's package, if this process is root on Debian.
 * @returns the path of the executable
 * @throws Error with instructions if there is no browser
 */
export async function findBrowser(): Promise<string> {
  const configuredPath = process.env['CHROME_PATH'];
  if (configuredPath) {
    if (existsSync(configuredPath)) return configuredPath;
    throw new Error(`CHROME_PATH names ${configuredPath}, which does not exist.`);
  }
  const installed = installedBrowser();
  if (installed) return installed;
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    await reportDuration('Installing Chromium', async () => {
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
  return programNames.map(onPath).find((path) => path !== undefined) ?? installPaths.find((path) => existsSync(path));
}

/** The path of the program with this name on the PATH; `undefined` if there is none. */
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
