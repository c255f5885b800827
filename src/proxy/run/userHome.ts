import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { type HomeFolder, homeFolder } from '#agentProtocol/homeFolder.ts';

/**
 * The folder in the user's home directory; one that does not exist if the user has none. A `HOME` that is empty or relative is none:
 * it would lead into the working directory, which may be somebody else's repository.
 */
export function userHomeFolder(): HomeFolder {
  return homeFolder(homeDirectory() ?? '/nonexistent');
}

function homeDirectory(): string | undefined {
  try {
    const path = homedir();
    return isAbsolute(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
