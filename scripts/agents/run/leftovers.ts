import { readdir, readFile } from 'node:fs/promises';

/** The variable that marks the processes of a run. An agent's daemons inherit it. */
export const markName = 'AGENT_RUN_MARK';

interface FoundProcess {
  readonly pid: number;
  readonly command: string;
}

/**
 * The processes of a run that live: those with its mark in the environment, and those whose command line has the path of its
 * folder (an agent may clear the environment of servers). None where the system has no `/proc`.
 */
export async function processesOfRun(mark: string, folder: string): Promise<readonly FoundProcess[]> {
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
