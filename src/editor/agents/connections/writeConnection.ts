import type { AgentId } from '#core/agents/connect/agentFormat.ts';
import type { ClientConnection, ConnectionChange } from '#core/agents/home/clientConnections.ts';
import type { AgentAccess } from './agentAccess.ts';
import { endUnusedClient, takeBackAll } from './clientEnd.ts';
import { rememberedPaths } from './connectionMemory.ts';
import { removeUnusedCopies } from './unusedCopies.ts';

/**
 * Records connections, creates the agent's key, and then writes: what is written can always be restored. If one of these fails, what was
 * recorded is taken back, and the error is thrown. What other windows have changed meanwhile stays.
 */
export async function writeConnection(
  agents: AgentAccess,
  client: AgentId,
  recorded: readonly ClientConnection[],
  write: () => Promise<void>,
): Promise<void> {
  const { connections, keys } = agents;
  const changes: ConnectionChange[] = [];
  try {
    for (const connection of recorded) {
      changes.push(await connections.connect(client, connection));
    }
    await keys.create(client);
    await write();
  } catch (error) {
    await takeBackAll(changes, (change) => connections.takeBack(client, change));
    await endUnusedClient(agents, client).catch(() => undefined);
    await removeUnusedCopies(agents, client, rememberedPaths(recorded));
    throw error;
  }
}
