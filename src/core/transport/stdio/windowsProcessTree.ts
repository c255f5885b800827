/** A process of Windows. Times are in milliseconds since 1970. */
interface WindowsProcess {
  readonly pid: number;
  readonly parentPid: number;
  readonly createdAt: number;
}

/** The root of a tree: the process of a server. */
interface TreeRoot {
  readonly pid: number;
  /** A time shortly before its process was created. */
  readonly startedAt: number;
}

/** Prints a line `PID PARENT_PID CREATED_AT` for each process. */
export const listProcessesScript = `
Get-CimInstance Win32_Process | Where-Object CreationDate | ForEach-Object {
  '{0} {1} {2}' -f $_.ProcessId, $_.ParentProcessId, ([DateTimeOffset]$_.CreationDate).ToUnixTimeMilliseconds()
}`;

/** Reads the output of `listProcessesScript`. Skips other lines. */
export function readProcesses(output: string): readonly WindowsProcess[] {
  return output.split('\n').flatMap((line) => {
    const [, pid, parentPid, createdAt] = /^(\d+) (\d+) (\d+)\s*$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parentPid: Number(parentPid), createdAt: Number(createdAt) }];
  });
}

/**
 * The ids of the processes in the tree of a root, which itself may have ended. Windows soon gives the id of a process that has
 * ended to another process, so the times decide: a child is created after its parent, and before another process gets the id of
 * the parent.
 * @param hostEndedAt The id of the root belonged to the root until then.
 */
export function processTree(
  root: TreeRoot,
  hostEndedAt: number,
  processes: readonly WindowsProcess[],
): readonly number[] {
  const ids = new Set<number>();
  const visitChildren = (parent: number, since: number, until: number): void => {
    for (const { pid, parentPid, createdAt } of processes) {
      if (parentPid === parent && createdAt >= since && createdAt < until && !ids.has(pid)) {
        ids.add(pid);
        visitChildren(pid, createdAt, Number.POSITIVE_INFINITY);
      }
    }
  };
  const holder = processes.find(({ pid }) => pid === root.pid);
  if (holder && holder.createdAt >= root.startedAt && holder.createdAt <= hostEndedAt) {
    ids.add(root.pid);
    visitChildren(root.pid, holder.createdAt, Number.POSITIVE_INFINITY);
  } else {
    visitChildren(root.pid, root.startedAt, holder?.createdAt ?? Number.POSITIVE_INFINITY);
  }
  return [...ids];
}
