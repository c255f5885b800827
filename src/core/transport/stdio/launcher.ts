/**
 * The launcher, which runs as a separate process: `node launcher [--grace=MS] -- command args...`. The launcher starts the
 * command in a new process group and ends the whole group when the command has ended: behind `npx` or `sh -c` the real server
 * is a grandchild that nothing else would end. The command inherits the launcher's stdin, stdout and stderr: no message
 * passes through the launcher.
 *
 * The launcher ends the group when any message arrives on the IPC channel, when that channel closes because the host is gone,
 * and on Windows also when stdin ends. The host closes the server's stdin before it sends the message. The server gets
 * SIGTERM, then SIGKILL (MCP specification, basic/lifecycle, "Shutdown", stdio), each after the grace period (default: one
 * second). On SIGTERM, SIGINT and SIGHUP the launcher also ends the group. On POSIX there is then no grace period before
 * SIGTERM, because the server's stdin is still open, so the server has no reason to end; on Windows the launcher closes that
 * stdin. The launcher must be started with an IPC channel (`ipc` in `stdio`): without one it does not notice that the host is
 * gone.
 * Exit code: that of the command; 128 + n if signal n ended the command; 127 if the command could not be started; 64 if there
 * is no command.
 *
 * On Windows, which has no process groups to signal, `taskkill /T /F` ends the tree. Stdin is piped, because not every
 * program can read a stdin that it inherits from Node. cross-spawn finds and quotes the command (`npx` is `npx.cmd`, which
 * only `cmd.exe` can run); arguments that cross-spawn does not protect are refused. The code for Windows has not been run.
 */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import process from 'node:process';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import spawn from 'cross-spawn';
import { isUnsafeForCmd } from './cmdArguments.ts';
import { formatStartFailure, unpackEnvironment } from './launcherProtocol.ts';

const pollMs = 20;
const onWindows = process.platform === 'win32';

const separator = process.argv.indexOf('--');
const [command, ...args] = separator < 0 ? [] : process.argv.slice(separator + 1);
const graceMs = Number(process.argv[2]?.match(/^--grace=(\d+)$/)?.[1] ?? 1000);

function run(command: string, args: readonly string[]): void {
  // Before the command starts: a signal that came earlier than the handler would end the launcher and leave the command behind.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    // On Windows the server gets the grace period, because stdin is piped and `end` closes it first.
    process.on(signal, () => end(onWindows));
  }
  const env = unpackEnvironment(process.env);
  const child = spawn(command, args, {
    env,
    stdio: [onWindows ? 'pipe' : 'inherit', 'inherit', 'inherit'],
    detached: !onWindows,
    windowsHide: true,
  });
  if (!onWindows) {
    closeInput();
  }
  let isEnding = false;
  const end = async (withGrace: boolean) => {
    if (isEnding) {
      return;
    }
    isEnding = true;
    child.stdin?.end();
    if (withGrace) {
      await waitUpToGrace(() => child.exitCode !== null || child.signalCode !== null);
    }
    await endGroup(child);
  };
  const endWithGrace = () => end(true);
  child.once('error', (error: NodeJS.ErrnoException) => {
    process.stderr.write(`${formatStartFailure(command, error.code)}\n`, () => process.exit(127));
  });
  child.once('exit', async (code, signal) => {
    await endGroup(child);
    process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1));
  });
  if (child.stdin) {
    pipeInput(child.stdin, endWithGrace);
  }
  process.once('message', endWithGrace);
  process.once('disconnect', endWithGrace);
}

/**
 * Closes the launcher's end of stdin. If it stayed open, the host would not notice that the command has closed its own end.
 */
function closeInput(): void {
  closeSync(0);
  // Otherwise the next file that is opened would become the standard input.
  openSync('/dev/null', 'r');
}

function pipeInput(serverInput: Writable, onEnd: () => Promise<void>): void {
  // The server may close its stdin. That is no reason to end the group: the exit is handled above.
  serverInput.on('error', () => undefined);
  process.stdin.pipe(serverInput);
  process.stdin.once('end', onEnd);
  process.stdin.once('error', onEnd);
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
    await waitUpToGrace(() => !signalGroup(group, 0));
    signalGroup(group, 'SIGKILL');
  }
}

/**
 * Sends a signal to a process group; signal 0 only checks. False if it could not be sent, usually because the group has
 * ended.
 */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(group, signal);
  } catch {
    return false;
  }
}

/** Waits until the condition holds, at most for the grace period. */
async function waitUpToGrace(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition() && waited < graceMs; waited += pollMs) {
    await delay(pollMs);
  }
}

if (command === undefined) {
  process.stderr.write('usage: launcher [--grace=MS] -- command [args...]\n', () => process.exit(64));
} else if (onWindows && args.some((argument) => isUnsafeForCmd(command, argument))) {
  process.stderr.write(`${formatStartFailure(command, 'EINVAL')}\n`, () => process.exit(127));
} else {
  run(command, args);
}
