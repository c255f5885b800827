/**
 * A program of its own: `node launcher [--grace=MS] -- command args...`. It starts the command in a process group of its own
 * and makes sure that the whole group ends with it: behind `npx` or `sh -c` the real server is a grandchild that nobody
 * else would end. The command has the launcher's very stdin, stdout and stderr: no message goes through this process.
 *
 * It ends the group when whoever started it says so (any message on the IPC channel), having closed the stdin, or goes
 * away: then both close, which is noticed even while the server does not read. The server, whose stdin is closed, gets
 * SIGTERM, then SIGKILL (MCP specification, basic/lifecycle, "Shutdown", stdio), each after a grace of one second. On
 * SIGTERM, SIGINT and SIGHUP the group ends too, without the first grace: its stdin is open (not on Windows, see below).
 * It has to be started with an IPC channel (`ipc` in `stdio`): without one it does not notice that its host is gone.
 * Exit code: the command's own; 128 + n when signal n ended it; 127 when it could not be started.
 *
 * On Windows there are no process groups to signal: `taskkill /T /F` ends the tree; and stdin is passed on, because not
 * every program reads one that it has inherited from Node. That path has not been run. How a command is found and quoted
 * there (`npx` is `npx.cmd`, which only `cmd.exe` can run) is cross-spawn's; arguments that it would not protect are refused.
 */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import process from 'node:process';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import spawn from 'cross-spawn';
import { isUnsafeForBatch } from './batchArguments.ts';
import { formatStartFailure, unpackEnvironment } from './launcherProtocol.ts';

const pollMs = 20;
const onWindows = process.platform === 'win32';

const separator = process.argv.indexOf('--');
const [command, ...args] = separator < 0 ? [] : process.argv.slice(separator + 1);
const graceMs = Number(process.argv[2]?.match(/^--grace=(\d+)$/)?.[1] ?? 1000);

function run(command: string, args: readonly string[]): void {
  const env = unpackEnvironment(process.env);
  const child = spawn(command, args, {
    env,
    stdio: [onWindows ? 'pipe' : 'inherit', 'inherit', 'inherit'],
    detached: !onWindows,
    windowsHide: true,
  });
  if (!onWindows) {
    leaveInput();
  }
  let ending = false;
  const end = async (withGrace: boolean) => {
    if (ending) {
      return;
    }
    ending = true;
    child.stdin?.end();
    if (withGrace) {
      await waitFor(() => child.exitCode !== null || child.signalCode !== null);
    }
    await endGroup(child);
  };
  const endOfInput = () => end(true);
  child.once('error', (error: NodeJS.ErrnoException) => {
    process.stderr.write(`${formatStartFailure(command, error.code)}\n`, () => process.exit(127));
  });
  child.once('exit', async (code, signal) => {
    await endGroup(child);
    process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1));
  });
  if (child.stdin) {
    passOnInput(child.stdin, endOfInput);
  }
  process.once('message', endOfInput);
  process.once('disconnect', endOfInput);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    // Only where the stdin is passed on has it been closed.
    process.on(signal, () => end(onWindows));
  }
}

/** The command alone has its input: held open here too, nobody would notice that it has closed it. */
function leaveInput(): void {
  closeSync(0);
  // What is opened next would become the standard input.
  openSync('/dev/null', 'r');
}

function passOnInput(stdin: Writable, end: () => Promise<void>): void {
  // The server may close its input before we do: its exit is what counts.
  stdin.on('error', () => undefined);
  process.stdin.pipe(stdin);
  process.stdin.once('end', end);
  process.stdin.once('error', end);
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

if (command === undefined) {
  process.stderr.write('usage: launcher [--grace=MS] -- command [args...]\n', () => process.exit(64));
} else if (onWindows && args.some((argument) => isUnsafeForBatch(command, argument))) {
  process.stderr.write(`${formatStartFailure(command, 'EINVAL')}\n`, () => process.exit(127));
} else {
  run(command, args);
}
