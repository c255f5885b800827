import { removeBackup } from '#core/agents/connect/configFiles.ts';
import { readLentEntry } from '#core/agents/connect/lentEntry.ts';
import type { AgentAccess } from './agentAccess.ts';
import { rememberedPaths } from './connectionMemory.ts';

/**
 * Deletes the copies of those files of which nothing is connected or lent any more: they may hold secrets.
 * @throws Error if something that is recorded of the client cannot be read: the copies stay
 */
export async function removeUnusedCopies(
  { home, connections, grants }: Pick<AgentAccess, 'home' | 'connections' | 'grants'>,
  client: string,
  paths: readonly string[],
): Promise<void> {
  const lent = (await grants.listForChange(client)).map(({ undo }) => readLentEntry(undo)?.path);
  const used = [...lent, ...rememberedPaths(await connections.listForChange(client))];
  for (const path of paths.filter((one) => !used.includes(one))) {
    await removeBackup(home, client, path);
  }
}
