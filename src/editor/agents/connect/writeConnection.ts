import type { AgentId } from '#core/agents/connect/agentFormats.ts';
import type { ClientConnection } from '#core/agents/home/clientConnections.ts';
import type { AgentAccess } from './agentAccess.ts';
import { replaceConnection } from './connectionMemory.ts';

/**
 * Records connections, creates the agent's key, and then writes: what is written can always be restored. If one of these fails,
 * everything is as it was, and the error is thrown.
 */
export async function writeConnection(
  { connections, keys }: Pick<AgentAccess, 'connections' | 'keys'>,
  client: AgentId,
  recorded: readonly ClientConnection[],
  write: () => Promise<void>,
): Promise<void> {
  const before = await connections.list(client);
  const hadKey = await keys.has(client);
  try {
    for (const connection of recorded) {
      await connections.connect(client, connection);
    }
    await keys.create(client);
    await write();
  } catch (error) {
    for (const { server } of recorded) {
      const earlier = before.find((connection) => connection.server === server);
      await replaceConnection(connections, client, server, earlier);
    }
    if (!hadKey) {
      await keys.revoke(client);
    }
    throw error;
  }
}
