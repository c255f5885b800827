import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { reportDuration, runProgram } from './process.mjs';

/** Arguments of Chromium that switch off the sandbox, the GPU, QUIC, the first-run page, updates and background connections. */
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
 * Finds a browser of the Chromium family: the executable CHROME_PATH, or an installed one. Without a browser, installs the
 * package `chromium` if this process is root on a system with apt-get.
 * @returns the path of the executable
 * @throws Error if CHROME_PATH does not exist; with instructions if there is no browser
 */
export async function findOrInstallBrowser(): Promise<string> {
  const configuredPath = process.env['CHROME_PATH'];
  if (configuredPath) {
    if (existsSync(configuredPath)) return configuredPath;
    throw new Error(`CHROME_PATH names ${configuredPath}, which does not exist.`);
  }
  const installed = installedBrowser();
  if (installed) return installed;
  if (process.getuid?.() === 0 && findOnPath('apt-get')) {
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
  return (
    programNames.map(findOnPath).find((path) => path !== undefined) ?? installPaths.find((path) => existsSync(path))
  );
}

/** The path of the program with this name on the PATH; `undefined` if there is none. */
export function findOnPath(name: string): string | undefined {
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
