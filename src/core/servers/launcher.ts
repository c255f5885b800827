/**
 * A program of its own: `node launcher [--grace=MS] -- command args...`. It starts the command in a process group of its own,
 * passes its input on, and makes sure that the whole group ends with it: behind `npx` or `sh -c` the real server is a
 * grandchild that nobody else would end.
 *
 * It ends the group when its own stdin ends, when the process that started it goes away (the IPC channel closes, which
 * is noticed even while the server does not read and stdin is stuck), or on SIGTERM, SIGINT and SIGHUP: first the
 * server's stdin is closed, then SIGTERM, then SIGKILL (MCP specification, basic/lifecycle, "Shutdown", stdio), each
 * after a grace of one second.
 * Exit code: the command's own; 128 + n when signal n ended it; 127 when it could not be started.
 *
 * On Windows there are no process groups to signal: `taskkill /T /F` ends the tree. That path has not been run.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { serverEnvironment } from './launchEnvironment.ts';
import { notStarted } from './launchFailure.ts';
import { windowsCommand } from './windowsCommand.ts';

const pollMs = 20;
const onWindows = process.platform === 'win32';

const separator = process.argv.indexOf('--');
const [command, ...args] = separator < 0 ? [] : process.argv.slice(separator + 1);
const graceMs = Number(process.argv[2]?.match(/^--grace=(\d+)$/)?.[1] ?? 1000);

function run(command: string, args: readonly string[]): void {
  const env = serverEnvironment(process.env);
  const { file, args: fileArgs, verbatim } = onWindows ? windowsCommand(command, args, env) : plain(command, args);
  const child = spawn(file, fileArgs, {
    env,
    stdio: ['pipe', 'inherit', 'inherit'],
    detached: !onWindows,
    windowsHide: true,
    windowsVerbatimArguments: verbatim,
  });
  let ending = false;
  const end = async () => {
    if (ending) {
      return;
    }
    ending = true;
    child.stdin?.end();
    await waitFor(() => child.exitCode !== null || child.signalCode !== null);
    await endGroup(child);
  };
  child.once('error', (error: NodeJS.ErrnoException) => {
    process.stderr.write(`${notStarted(command, error.code)}\n`, () => process.exit(127));
  });
  child.once('exit', async (code, signal) => {
    await endGroup(child);
    process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1));
  });
  // The server may close its input before we do: its exit is what counts.
  child.stdin?.on('error', () => undefined);
  if (child.stdin) {
    process.stdin.pipe(child.stdin);
  }
  process.stdin.once('end', end);
  process.stdin.once('error', end);
  process.once('disconnect', end);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, end);
  }
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) {
    return;
  }
  if (onWindows) {
    spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { windowsHide: true });
    return;
  }
  const group = -child.pid;
  if (signalGroup(group, 'SIGTERM')) {
    await waitFor(() => !signalGroup(group, 0));
    signalGroup(group, 'SIGKILL');
  }
}

/** False when nobody is left in the group. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(group, signal);
  } catch {
    return false;
  }
}

async function waitFor(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition() && waited < graceMs; waited += pollMs) {
    await delay(pollMs);
  }
}

function plain(file: string, args: readonly string[]) {
  return { file, args, verbatim: false };
}

if (command === undefined) {
  process.stderr.write('usage: launcher [--grace=MS] -- command [args...]\n', () => process.exit(64));
} else {
  run(command, args);
}
