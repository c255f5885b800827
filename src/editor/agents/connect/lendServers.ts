import { t } from '@vscode/l10n';
import type { LentEntry } from '#core/agents/connect/lentEntry.ts';
import { grantScopeOf } from '#core/agents/lending/grantScope.ts';
import type { GrantChange, LendingGrant } from '#core/agents/lending/grants.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { endUnusedClient, takeBackAll } from '#editor/agents/connections/clientEnd.ts';
import type { FoundAgent } from '#editor/agents/connections/foundAgents.ts';
import { removeUnusedCopies } from '#editor/agents/connections/unusedCopies.ts';
import type { ConnectContext } from './connectContext.ts';

/** A server of this host that is to be lent, and what its entry in the agent's file needs to be undone. */
export interface LentServerPlan {
  readonly definition: ServerDefinition;
  readonly undo: LentEntry;
}

/** The agent names a server by its name alone. @throws Error with a sentence for the user */
export async function checkNames(chosen: readonly ServerDefinition[], grants: readonly LendingGrant[]): Promise<void> {
  const scopes = await Promise.all(chosen.map(({ scope }) => grantScopeOf(scope)));
  const lent = [...grants, ...chosen.map(({ name }, index) => ({ server: name, ...scopes[index] }))];
  for (const { name } of chosen) {
    const keys = lent.filter(({ server }) => server === name).map((one) => scopeText(one));
    if (new Set(keys).size > 1) {
      throw new Error(
        t(
          'Another server named {0} is lent to this agent, which could not tell them apart. Disconnect it first.',
          name,
        ),
      );
    }
  }
}

function scopeText(scope: object): string {
  return JSON.stringify(['scope', 'folder'].map((key) => Reflect.get(scope, key) ?? null));
}

/**
 * Grants, creates the agent's key, and then writes. If one of these fails, what was granted is taken back, and the error is thrown. What
 * other windows have changed meanwhile stays.
 */
export async function lend(
  { agents }: ConnectContext,
  { format: { id } }: Pick<FoundAgent, 'format'>,
  entries: readonly LentServerPlan[],
  write: () => Promise<void>,
): Promise<readonly GrantChange[]> {
  const { grants, keys } = agents;
  const changes: GrantChange[] = [];
  try {
    for (const { definition, undo } of entries) {
      changes.push(await grants.grant(id, definition, undo));
    }
    await keys.create(id);
    await write();
  } catch (error) {
    await takeBackAll(changes, (change) => grants.takeBack(id, change));
    await endUnusedClient(agents, id).catch(() => undefined);
    const paths = entries.map(({ undo }) => undo.path);
    await removeUnusedCopies(agents, id, paths);
    throw error;
  }
  agents.connectionsChanged();
  return changes;
}
