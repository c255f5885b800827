/**
 * The watchdog on Windows, a program: `node windowsWatchdog GRACE_MS`. It reads lines from file descriptor 3: `+ PID STARTED_AT` adds a
 * server, `- PID` removes one. The end of the input means that the host is gone. Then it ends the processes that each server
 * has started, after a grace period, because the input of the servers is closed as well.
 *
 * Windows has ended the servers themselves then: Node puts its child processes into a job that ends with it, and their
 * children are not in this job. `taskkill /T` does not find the tree of a process that has ended, so the trees are found in the
 * list of all processes. The code has not been run on Windows.
 */
import { execFile } from 'node:child_process';
import { Socket } from 'node:net';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { systemProgram } from '#agentProtocol/windowsPrograms.ts';
import { listProcessesScript, processTree, readProcesses } from './windowsProcessTree.ts';

const run = promisify(execFile);
const graceMs = Number(process.argv[2]);
/** A process may start another one while its tree is ended. */
const rounds = 3;

/** The start of each server, by the id of its process. */
const startedAt = new Map<number, number>();

async function remainingProcesses(hostEndedAt: number): Promise<readonly number[]> {
  const powershell = systemProgram('WindowsPowerShell\\v1.0\\powershell.exe');
  const { stdout } = await run(powershell, ['-NoProfile', '-NonInteractive', '-Command', listProcessesScript], {
    maxBuffer: 16 * 1024 * 1024,
    windowsHide: true,
  });
  const processes = readProcesses(stdout);
  return [...startedAt].flatMap(([pid, started]) => processTree({ pid, startedAt: started }, hostEndedAt, processes));
}

async function endServers(): Promise<void> {
  const hostEndedAt = Date.now();
  for (let round = 0; round < rounds && startedAt.size > 0; round += 1) {
    await delay(graceMs);
    const ids = await remainingProcesses(hostEndedAt);
    if (ids.length === 0) {
      return;
    }
    // A process that has ended meanwhile is an error.
    await run(systemProgram('taskkill.exe'), ['/F', ...ids.flatMap((id) => ['/PID', `${id}`])], {
      windowsHide: true,
    }).catch(() => undefined);
  }
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => undefined);
}
const input = new Socket({ fd: 3, readable: true, writable: false });
// The end follows.
input.on('error', () => undefined);
const lines = createInterface({ input });
lines.on('line', (line) => {
  const [sign, pid, started] = line.split(' ');
  if (sign === '+') {
    startedAt.set(Number(pid), Number(started));
  } else {
    startedAt.delete(Number(pid));
  }
});
input.once('close', () => void endServers());
