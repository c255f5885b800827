import type { AgentAccess } from './agentAccess.ts';

/**
 * Deletes the key of a client of which nothing is connected and of which no grant is left, and closes its connections. A stopped grant
 * keeps the key: the agent's file still has the entry, which gets the reason over a connection. Such a client can still ask the user.
 * Another window may connect something of it meanwhile, and count on the key that it has seen: then the client gets a new one.
 * @throws Error if something that is recorded of it cannot be read: its key stays
 */
export async function endUnusedClient(agents: AgentAccess, client: string): Promise<void> {
  if (await isUnusedClient(agents, client)) {
    await agents.keys.revoke(client);
    agents.disconnect(client);
    if (!(await isUnusedClient(agents, client))) {
      await agents.keys.create(client);
    }
  }
}

/**
 * Takes changes back after a failure, the last one first: each gives back what stood there before it. Never rejects, so that the user learns
 * what failed first. What cannot be taken back stays recorded, and Disconnect ends it.
 */
export async function takeBackAll<T>(changes: readonly T[], takeBack: (change: T) => Promise<void>): Promise<void> {
  for (const change of changes.toReversed()) {
    await takeBack(change).catch(() => undefined);
  }
}

/**
 * Changes connections or grants of a client. Then deletes its key if it is unused, and reports the change, also if `change` fails: it may
 * have changed some of them before. If both fail, the error is that of `change`.
 */
export async function changeClient<T>(agents: AgentAccess, client: string, change: () => Promise<T>): Promise<T> {
  const endUnused = () => endUnusedClient(agents, client).finally(() => agents.connectionsChanged());
  let result: T;
  try {
    result = await change();
  } catch (error) {
    await endUnused().catch(() => undefined);
    throw error;
  }
  await endUnused();
  return result;
}

/** True if nothing of a client is connected or lent. @throws Error if something that is recorded of it cannot be read */
export async function isUnusedClient({ connections, grants }: AgentAccess, client: string): Promise<boolean> {
  const [connected, lent] = await Promise.all([connections.listForChange(client), grants.listForChange(client)]);
  return connected.length === 0 && lent.length === 0;
}
