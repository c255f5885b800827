import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const maxAncestors = 64;
const listTimeoutMs = 500;

/**
 * The ids of the processes that started this one: its parent first. Agents that are extensions run below the extension host of
 * their window. On Windows only the parent: listing processes takes a second there.
 */
export async function ancestorIds(): Promise<readonly number[]> {
  if (process.platform === 'win32') return [process.ppid];
  const parentOf = process.platform === 'linux' ? parentFromProc : await listParents();
  const ids: number[] = [];
  for (let id = process.ppid; id > 1 && ids.length < maxAncestors; id = (await parentOf(id)) ?? 0) ids.push(id);
  return ids;
}

/** The text of `stat` is `PID (NAME) STATE PARENT ...`; the name may contain anything. */
async function parentFromProc(id: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
  const parent = Number(
    text
      .slice(text.lastIndexOf(')') + 1)
      .trim()
      .split(' ')[1],
  );
  return Number.isInteger(parent) ? parent : undefined;
}

async function listParents(): Promise<(id: number) => Promise<number | undefined>> {
  const listed = promisify(execFile)('/bin/ps', ['-axo', 'pid=,ppid='], { timeout: listTimeoutMs });
  const { stdout } = await listed.catch(() => ({ stdout: '' }));
  const parents = new Map(
    stdout.split('\n').map((line) => {
      const [id, parent] = line.trim().split(/\s+/).map(Number);
      return [id ?? 0, parent] as const;
    }),
  );
  return async (id) => parents.get(id);
}
