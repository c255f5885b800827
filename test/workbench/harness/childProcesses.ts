import { runProgram } from '#scripts/lib/process.mjs';

/** Returns the ids of all direct and indirect child processes whose command line contains `text`. */
export async function findDescendants(ancestor: number, text: string): Promise<readonly number[]> {
  const output = await runProgram('ps', ['-A', '-o', 'pid=,ppid=,command=']);
  const processes = [...output.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)].map(([, pid, parent, command = '']) => ({
    pid: Number(pid),
    parent: Number(parent),
    command,
  }));
  const descendants = (pid: number): typeof processes => {
    const children = processes.filter(({ parent }) => parent === pid);
    return [...children, ...children.flatMap((child) => descendants(child.pid))];
  };
  return descendants(ancestor)
    .filter(({ command }) => command.includes(text))
    .map(({ pid }) => pid);
}
