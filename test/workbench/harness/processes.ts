import { runProgram } from '#scripts/lib/process.mjs';

/** The processes that a process has started, and those that they have, whose command line contains `word`. */
export async function descendants(ancestor: number, word: string): Promise<readonly number[]> {
  const listed = await runProgram('ps', ['-A', '-o', 'pid=,ppid=,command=']);
  const processes = [...listed.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)].map(([, pid, parent, command = '']) => ({
    pid: Number(pid),
    parent: Number(parent),
    command,
  }));
  const below = (pid: number): typeof processes => {
    const children = processes.filter(({ parent }) => parent === pid);
    return [...children, ...children.flatMap((child) => below(child.pid))];
  };
  return below(ancestor)
    .filter(({ command }) => command.includes(word))
    .map(({ pid }) => pid);
}
