import { removeBackup } from '#core/agents/connect/configFiles.ts';
import { readLentEntry } from '#core/agents/connect/lentEntry.ts';
import { errorText } from '#core/common/errors.ts';
import type { AgentAccess } from './agentAccess.ts';
import { rememberedPaths } from './connectionMemory.ts';

/**
 * Deletes the copies of those files of which nothing is connected or lent any more: they may hold secrets. Never rejects: nothing that the
 * user has decided depends on it. Returns why copies stay that may be of no use, as sentences for the user.
 */
export async function removeUnusedCopies(
  { home, connections, grants }: Pick<AgentAccess, 'home' | 'connections' | 'grants'>,
  client: string,
  paths: readonly string[],
): Promise<readonly string[]> {
  const reasons: string[] = [];
  const attempt = (change: () => Promise<void>) =>
    change().catch((error: unknown) => void reasons.push(errorText(error, 300)));
  await attempt(async () => {
    // What cannot be read may need its copy.
    const lent = (await grants.listForChange(client)).map(({ undo }) => readLentEntry(undo)?.path);
    const used = [...lent, ...rememberedPaths(await connections.listForChange(client))];
    for (const path of new Set(paths.filter((one) => !used.includes(one)))) {
      await attempt(() => removeBackup(home, client, path));
    }
  });
  return reasons;
}
