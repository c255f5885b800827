import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isProcessRunning } from '#core/common/processes.ts';

/** A folder whose process is gone is kept this long: what it started may outlive it. In milliseconds. */
const keptFor = 24 * 60 * 60 * 1000;

/**
 * Makes a folder for a server to start in while the workspace is not trusted: a new one for each start, so that no server
 * finds what another has left there, with an empty `package.json`, beyond which `npx` and `npm` do not look for the
 * packages and settings of a project. Folders of processes that have gone are removed.
 * @param parent An absolute path of ours. It is made if need be.
 */
export async function makeEmptyFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeLeftOver(parent);
  const folder = await mkdtemp(join(parent, `${process.pid}-`));
  await writeFile(join(folder, 'package.json'), '{}\n', { flag: 'wx', mode: 0o600 });
  return folder;
}

async function removeLeftOver(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(/^(\d+)-/.exec(name)?.[1]);
    if (pid > 0 && !isProcessRunning(pid)) {
      const path = join(parent, name);
      const found = await stat(path).catch(() => undefined);
      if (found && Date.now() - found.mtimeMs > keptFor) {
        // A folder that something still works in cannot be removed everywhere.
        await rm(path, { recursive: true, force: true }).catch(() => undefined);
      }
    }
  }
}
