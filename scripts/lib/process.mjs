// Runs on whatever Node the person has: it is used before Node 24 is there.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The project's folder, with a trailing separator. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** @param {number} started from `performance.now()` @returns {string} seconds with one decimal */
export const secondsSince = (started) => `${((performance.now() - started) / 1000).toFixed(1)} s`;

/**
 * Says on one line what is being done and how long it took.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work prints nothing itself
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const started = performance.now();
  process.stdout.write(`${title} ... `);
  try {
    const result = await work();
    process.stdout.write(`${secondsSince(started)}\n`);
    return result;
  } catch (error) {
    process.stdout.write(`failed after ${secondsSince(started)}\n`);
    throw error;
  }
}

/**
 * Ties a child process to this one: it is ended when this process ends, however that comes about.
 * @template {import('node:child_process').ChildProcess} C
 * @param {C} child
 * @returns {C}
 */
export function own(child) {
  if (running.size === 0 && process.listenerCount('exit', endChildren) === 0) {
    process.on('exit', endChildren);
    for (const [signal, code] of /** @type {const} */ ([
      ['SIGINT', 130],
      ['SIGTERM', 143],
      ['SIGHUP', 129],
    ])) {
      process.on(signal, () => process.exit(code));
    }
  }
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

function endChildren() {
  for (const child of running) child.kill();
}

/**
 * Runs a program to its end, silently.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<string>} what it wrote to standard output
 * @throws {Error} with all of its output when it fails
 */
export function runProgram(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = own(spawn(command, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] }));
    let output = '';
    let everything = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      everything += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      everything += chunk;
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${[command, ...args].join(' ')} ended with ${code ?? signal}\n${everything.trimEnd()}`));
    });
  });
}

/**
 * Runs a program to its end in this terminal.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit code; 1 when a signal ended it
 */
export function runHere(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = own(spawn(command, args, { cwd: root, ...options, stdio: 'inherit' }));
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs npm, by the way it was itself started where that is known.
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function npm(args, options = {}) {
  const self = process.env['npm_execpath'];
  return self?.endsWith('.js')
    ? runProgram(process.execPath, [self, ...args], options)
    : runProgram('npm', args, { ...options, shell: process.platform === 'win32' });
}
