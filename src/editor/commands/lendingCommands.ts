import * as vscode from 'vscode';
import { agentName, connectableClients } from '#core/agents/home/agentNames.ts';
import type { LendingGrant } from '#core/agents/lending/grants.ts';
import { grantText } from '#editor/agents/agentMode/lendableServers.ts';
import { changeClient } from '#editor/agents/connections/clientEnd.ts';
import { AgentServerNode } from '#editor/serversView/agentNodes.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { paragraph } from '#form/language.ts';
import type { CommandContext } from './commandContext.ts';
import { pickOne } from './quickPicks.ts';

interface LentServer {
  readonly client: string;
  readonly grant: LendingGrant;
}

/**
 * Ends the lending of a server to an agent at once, and leaves the agent's file as it is. The argument is an item of the view, which no other
 * extension can create; it stands for all servers of its name. For anything else the user picks a server.
 */
export async function stopLending(context: Pick<CommandContext, 'agents'>, argument: unknown): Promise<void> {
  const { agents } = context;
  const lent = await lentServers(context);
  const chosen = argument instanceof AgentServerNode ? lent.filter(isOf(argument)) : await pickLent(lent);
  for (const { client, grant } of chosen) {
    await changeClient(agents, client, () => agents.grants.stop(client, grant));
  }
  const [first] = chosen;
  if (first) {
    const { client } = first;
    const names = chosen.map(({ grant }) => grantText(grant)).join(', ');
    const stopped = vscode.l10n.t('{0} cannot use {1} any more.', agentName(client), names);
    const isInFile = chosen.some(({ grant }) => grant.undo !== undefined);
    const rest = vscode.l10n.t('Its entry is still in the file of {0}, until you disconnect it.', agentName(client));
    void plainWindow.showInformationMessage(isInFile ? paragraph([stopped, rest]) : stopped);
  }
}

async function lentServers({ agents }: Pick<CommandContext, 'agents'>): Promise<readonly LentServer[]> {
  const lists = await Promise.all(
    connectableClients.map(async (client) =>
      (await agents.grants.listForChange(client)).map((grant): LentServer => ({ client, grant })),
    ),
  );
  return lists.flat().filter(({ grant }) => !grant.isStopped);
}

function isOf({ parent, row }: AgentServerNode) {
  return ({ client, grant }: LentServer) => row.isLent && client === parent.row.client && grant.server === row.server;
}

async function pickLent(lent: readonly LentServer[]): Promise<readonly LentServer[]> {
  if (lent.length === 0) {
    void plainWindow.showInformationMessage(vscode.l10n.t('No server of this editor is lent to an agent.'));
    return [];
  }
  const items = lent.map((one) => ({ label: grantText(one.grant), description: agentName(one.client), one }));
  const title = vscode.l10n.t('Stop Lending a Server');
  const picked = await pickOne(items, title, vscode.l10n.t('Which server should an agent not use any more?'));
  return picked ? [picked.one] : [];
}
