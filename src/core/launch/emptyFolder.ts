import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isProcessRunning } from '#core/common/processes.ts';

/** How long a folder is kept after its process has ended, which its server may outlive. In milliseconds. */
const keepMs = 24 * 60 * 60 * 1000;

/**
 * Creates the folder that a server starts in while the workspace is not trusted: a new one for each start, so that no server
 * finds the files of another. Its empty `package.json` keeps `npx` and `npm` from searching the parent folders for packages
 * and settings of a project. Removes folders whose process has ended.
 * @param parent An absolute path in the extension's storage. It is created if needed.
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
      if (found && Date.now() - found.mtimeMs > keepMs) {
        // Some systems do not remove a folder that is in use.
        await rm(path, { recursive: true, force: true }).catch(() => undefined);
      }
    }
  }
}
