import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import { readLentEntry } from '#core/agents/connect/lentEntry.ts';
import type { LendingGrant } from '#core/agents/lending/grants.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { removeUnusedCopies } from '#editor/agents/connections/unusedCopies.ts';
import type { ConnectContext } from './connectContext.ts';
import { disconnectLent } from './disconnectLent.ts';

/** A client may not use a server any more, whatever the entry was when it was lent. */
export async function endGrantOf(context: ConnectContext, client: string, definition: ServerDefinition): Promise<void> {
  const found = await context.agents.grants.findForChange(client, definition.name, [definition]);
  if (found.outcome === 'granted' || found.outcome === 'changed') {
    await endGrant(context, client, found.grant);
  }
}

/**
 * Ends a grant of the editor's own agent. An entry that another editor has added to the agent's file for it is removed, too. Returns what
 * else the user should know, as sentences.
 */
export async function endGrant(
  context: ConnectContext,
  client: string,
  grant: LendingGrant,
): Promise<readonly string[]> {
  const format = Object.values(agentFormats).find(({ id }) => id === client);
  const entry = readLentEntry(grant.undo);
  if (format && entry) {
    const { note } = await disconnectLent(context, format, grant);
    const copies = await removeUnusedCopies(context.agents, client, [entry.path]);
    return [...(note === undefined ? [] : [note]), ...copies];
  }
  const { grants } = context.agents;
  await grants.revoke(client, (await grants.stop(client, grant)) ?? grant);
  return [];
}
