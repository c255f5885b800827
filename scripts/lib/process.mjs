// Runs with any Node of the user, because it is used before Node 24 is installed.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The project's folder, with a trailing separator. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** The time since `started`: "1.5 s". @param {number} started from `performance.now()` @returns {string} */
export const secondsSince = (started) => `${((performance.now() - started) / 1000).toFixed(1)} s`;

/**
 * Runs `action` and prints one line with its title and its duration.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} action must not print
 * @returns {Promise<T>} the result of `action`
 */
export async function reportDuration(title, action) {
  const started = performance.now();
  process.stdout.write(`${title} ... `);
  try {
    const result = await action();
    process.stdout.write(`${secondsSince(started)}\n`);
    return result;
  } catch (error) {
    process.stdout.write(`failed after ${secondsSince(started)}\n`);
    throw error;
  }
}

/**
 * Ends a child process when this process exits, also by a signal. Returns the child process.
 * @template {import('node:child_process').ChildProcess} C
 * @param {C} child
 * @returns {C}
 */
export function endWithThisProcess(child) {
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
 * Runs a program to its end, without printing its output.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<string>} its standard output
 * @throws {Error} with its whole output if it fails
 */
export function runProgram(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = endWithThisProcess(
      spawn(command, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] }),
    );
    let output = '';
    let allOutput = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      allOutput += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      allOutput += chunk;
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${[command, ...args].join(' ')} ended with ${code ?? signal}\n${allOutput.trimEnd()}`));
    });
  });
}

/**
 * Runs a program to its end, with this process's input and output.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit code; 1 if a signal ended it
 */
export function runInTerminal(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = endWithThisProcess(spawn(command, args, { cwd: root, ...options, stdio: 'inherit' }));
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs npm: the npm that started this process, if there is one.
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function runNpm(args, options = {}) {
  const npmPath = process.env['npm_execpath'];
  return npmPath?.endsWith('.js')
    ? runProgram(process.execPath, [npmPath, ...args], options)
    : runProgram('npm', args, { ...options, shell: process.platform === 'win32' });
}
