import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { reportDuration, runProgram } from './process.mjs';

/**
 * Installs packages of the system, if this process is root on a system with apt-get.
 * @param what is printed while it takes place: "Installing Chromium"
 * @returns false if they cannot be installed here
 */
export async function installSystemPackages(what: string, packages: readonly string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !findOnPath('apt-get')) return false;
  await reportDuration(`Installing ${what}`, async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runProgram('apt-get', ['update'], { env });
    await runProgram('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env });
  });
  return true;
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
