import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** The variable that marks the processes of a run. An agent's daemons inherit it. */
export const markName = 'AGENT_RUN_MARK';

/** How long a process may take to end after each signal, in milliseconds. */
export const endMs = 5000;

interface FoundProcess {
  readonly pid: number;
  readonly command: string;
}

/**
 * The processes of a run that live: those with its mark in the environment, and those whose command line has the path of its
 * folder (an agent may clear the environment of servers). None where the system has no `/proc`.
 */
async function processesOfRun(mark: string, folder: string): Promise<readonly FoundProcess[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids
      .filter((pid) => pid !== process.pid)
      .map(async (pid) => {
        const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
        const [environment, commandLine] = await Promise.all([read('environ'), read('cmdline')]);
        const isOfRun = environment.includes(`${markName}=${mark}`) || commandLine.includes(folder);
        return isOfRun && commandLine !== '' ? [{ pid, command: commandLine.split('\0').join(' ').trim() }] : [];
      }),
  );
  return found.flat();
}

/**
 * Ends the processes of a run whose agent has ended.
 * @returns the command lines of those that outlived the agent by a second
 */
export async function endProcesses(mark: string, folder: string): Promise<readonly string[]> {
  const waitFor = async (ms: number) => {
    const deadline = Date.now() + ms;
    let left = await processesOfRun(mark, folder);
    while (left.length > 0 && Date.now() < deadline) {
      await wait(50);
      left = await processesOfRun(mark, folder);
    }
    return left;
  };
  let left = await waitFor(1000);
  const outlived = left.map(({ command }) => command);
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const { pid } of left) killIfAlive(pid, signal);
    if (left.length > 0) left = await waitFor(endMs);
  }
  return outlived;
}

function killIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended in the meantime.
  }
}
