// Runs with any Node of the user, because it installs Node 24.
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { reportDuration, root, runNpm, runProgram } from './process.mjs';

const bin = join(root, 'node_modules/.bin');
const windows = process.platform === 'win32';

/** The path of the Node that runs the scripts and the tests. */
export const node24 = join(root, 'node_modules/node/bin', windows ? 'node.exe' : 'node');

/** This process's environment, with the project's tools, which include Node 24, first on the path. */
export function environmentWithTools() {
  const path = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...process.env, [path]: [bin, process.env[path]].join(delimiter) };
}

/** Installs the packages of package-lock.json, unless they are installed. */
export async function setUp() {
  if (!packagesInstalled()) {
    await reportDuration('Installing the packages (a minute or more, by the network)', () =>
      runNpm(['ci', '--no-audit', '--no-fund']),
    );
  }
  // If npm runs no install scripts, the package `node` has no program.
  if (!existsSync(node24)) {
    await reportDuration('Linking Node 24', () =>
      runProgram(process.execPath, ['installArchSpecificPackage.js'], { cwd: join(root, 'node_modules/node') }),
    );
  }
}

/** True if the packages of the lockfile are in the list of installed packages that npm writes at the end. */
function packagesInstalled() {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = packagesIn(record);
  return Object.entries(packagesIn(join(root, 'package-lock.json'))).every(
    ([path, { optional, version }]) => path === '' || optional || installed[path]?.version === version,
  );
}

/**
 * @param {string} lockfile
 * @returns {Record<string, {version?: string, optional?: boolean}>}
 */
function packagesIn(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}
