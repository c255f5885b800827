import { type HomeFolder, homeFolder } from '#agentProtocol/homeFolder.ts';

/** The folder in the user's home directory; one that does not exist if the user has none. */
export function userHomeFolder(): HomeFolder {
  try {
    return homeFolder();
  } catch {
    return homeFolder('/nonexistent');
  }
}
