import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The most profiles whose files are read. */
const maxProfiles = 50;

/**
 * The folders in which an editor keeps the `mcp.json` of its own host: that of the default profile, and those of the others (VS Code,
 * `src/vs/platform/userDataProfile/common/userDataProfile.ts`). None for an editor whose host has another file.
 * @param userFolder the folder of the default profile, such as `~/.config/Code/User`
 * @param product the name of the editor, such as `Visual Studio Code`
 */
export async function findProfileFolders(userFolder: string, product: string): Promise<string[]> {
  if (/cursor|windsurf/i.test(product)) {
    return [];
  }
  const profiles = join(userFolder, 'profiles');
  const entries = await readdir(profiles, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return [
    userFolder,
    ...names
      .sort()
      .slice(0, maxProfiles)
      .map((name) => join(profiles, name)),
  ];
}
