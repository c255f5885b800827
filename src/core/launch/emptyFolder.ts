import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isProcessRunning } from '#core/common/processes.ts';

/** The minimum age of a folder that is removed after its process has ended: the server may run longer than the process. */
const minAgeMs = 24 * 60 * 60 * 1000;

/**
 * Creates the folder in which a server starts while the workspace is not trusted: a new folder for each start, so that no
 * server finds the files of another. Its empty `package.json` prevents that `npx` and `npm` search the parent folders for
 * packages and settings of a project. Removes old folders.
 * @param parent An absolute path in the extension's storage. The folder is created if it does not exist.
 */
export async function makeEmptyFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeOldFolders(parent);
  const folder = await mkdtemp(join(parent, `${process.pid}-`));
  await writeFile(join(folder, 'package.json'), '{}\n', { flag: 'wx', mode: 0o600 });
  return folder;
}

async function removeOldFolders(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(/^(\d+)-/.exec(name)?.[1]);
    if (pid > 0 && !isProcessRunning(pid)) {
      const path = join(parent, name);
      const stats = await stat(path).catch(() => undefined);
      if (stats && Date.now() - stats.mtimeMs > minAgeMs) {
        // A failure is ignored: some systems do not remove a folder that is in use.
        await rm(path, { recursive: true, force: true }).catch(() => undefined);
      }
    }
  }
}
