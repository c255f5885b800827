// Runs on whatever Node the person has: it is what brings Node 24.
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { npm, root, runProgram, step } from './process.mjs';

const bin = join(root, 'node_modules/.bin');
const windows = process.platform === 'win32';

/** The Node that runs the scripts and the tests. */
export const node24 = join(root, 'node_modules/node/bin', windows ? 'node.exe' : 'node');

/** This process's environment with the project's own tools, Node 24 among them, first on the path. */
export function environmentWithTools() {
  const path = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...process.env, [path]: [bin, process.env[path]].join(delimiter) };
}

/** Installs the packages that package-lock.json names, unless they are there. */
export async function setUp() {
  if (!packagesInstalled()) {
    await step('Installing the packages (about 15 s)', () => npm(['ci', '--no-audit', '--no-fund']));
  }
  // Where npm is told not to run install scripts, this package is left without its program.
  if (!existsSync(node24)) {
    await step('Linking Node 24', () =>
      runProgram(process.execPath, ['installArchSpecificPackage.js'], { cwd: join(root, 'node_modules/node') }),
    );
  }
}

/** Compares what the lockfile asks for with npm's own record of what it installed, written when it has finished. */
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
