import type { AgentAccess } from './agentAccess.ts';

/**
 * Deletes the key of a client of which nothing is connected and of which no grant is left, and closes its connections. A stopped grant
 * keeps the key: the agent's file still has the entry, which gets the reason over a connection. Such a client can still ask the user.
 * Another window may connect something of it meanwhile, and count on the key that it has seen: then the client gets a new one.
 */
export async function endUnusedClient(agents: AgentAccess, client: string): Promise<void> {
  if (await isUnused(agents, client)) {
    await agents.keys.revoke(client);
    agents.disconnect(client);
    if (!(await isUnused(agents, client))) {
      await agents.keys.create(client);
    }
  }
}

/**
 * Ends connections or grants of a client. Then deletes its key if it is unused, and tells what has changed, also if `end` fails: it may have
 * ended some of them before. If both fail, the error is that of `end`.
 */
export async function endInClient<T>(agents: AgentAccess, client: string, end: () => Promise<T>): Promise<T> {
  const endUnused = () => endUnusedClient(agents, client).finally(() => agents.connectionsChanged());
  let ended: T;
  try {
    ended = await end();
  } catch (error) {
    await endUnused().catch(() => undefined);
    throw error;
  }
  await endUnused();
  return ended;
}

async function isUnused({ connections, grants }: AgentAccess, client: string): Promise<boolean> {
  const [connected, lent] = await Promise.all([connections.list(client), grants.list(client)]);
  return connected.length === 0 && lent.length === 0;
}
