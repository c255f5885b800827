import { existsSync } from 'node:fs';
import { findOnPath, installSystemPackages } from './systemPackages.ts';

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
  if (await installSystemPackages('Chromium', ['chromium'])) {
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
