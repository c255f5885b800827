import * as vscode from 'vscode';
import { agentName, connectableClients } from '#core/agents/home/agentNames.ts';
import type { LendingGrant } from '#core/agents/lending/grants.ts';
import { errorText } from '#core/common/errors.ts';
import { grantText } from '#editor/agents/agentMode/lendableServers.ts';
import { endUnusedClient, isUnusedClient } from '#editor/agents/connections/clientEnd.ts';
import { AgentServerNode } from '#editor/serversView/agentNodes.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { paragraph } from '#form/language.ts';
import type { CommandContext } from './commandContext.ts';
import { pickOne } from './quickPicks.ts';

const maxReasonLength = 300;

interface LentServer {
  readonly client: string;
  readonly grant: LendingGrant;
}

/** What is lent to an agent, and why some of it cannot be read. */
interface LentToAgent {
  readonly client: string;
  readonly lent: readonly LentServer[];
  readonly problems: readonly string[];
}

/**
 * Ends the lending of a server to an agent at once, and leaves the agent's file as it is. The argument is an item of the view, which no other
 * extension can create; it stands for all servers of its name. For anything else the user picks a server. What cannot be read keeps no other
 * server from being ended, and is named if it may be the one that the user means.
 */
export async function stopLending(context: Pick<CommandContext, 'agents'>, argument: unknown): Promise<void> {
  const { agents } = context;
  const all = await lentToAgents(context);
  const lent = all.flatMap((one) => one.lent);
  const isOfView = argument instanceof AgentServerNode;
  const chosen = isOfView ? lent.filter(isOf(argument)) : await pickLent(all);
  const unread =
    isOfView && argument.row.isLent ? all.filter(({ client }) => client === argument.parent.row.client) : [];
  const problems = unread.flatMap((one) => one.problems);
  const addProblem = (error: unknown) => void problems.push(errorText(error, maxReasonLength));
  const stopped: LentServer[] = [];
  for (const one of chosen) {
    await agents.grants.stop(one.client, one.grant).then(() => void stopped.push(one), addProblem);
  }
  for (const client of new Set(chosen.map((one) => one.client))) {
    // An agent of which something cannot be read keeps its key: it may be connected.
    if (await isUnusedClient(agents, client).catch(() => false)) {
      await endUnusedClient(agents, client).catch(addProblem);
    }
  }
  if (chosen.length > 0) {
    agents.connectionsChanged();
  }
  const failed = stopped.length < chosen.length || stopped.length === 0;
  const text = paragraph([stoppedText(stopped), ...problems]);
  if (failed && problems.length > 0) {
    throw new Error(text);
  }
  if (text !== '') {
    void plainWindow.showInformationMessage(text);
  }
}

function stoppedText(stopped: readonly LentServer[]): string {
  const [first] = stopped;
  if (!first) {
    return '';
  }
  const agent = agentName(first.client);
  const isInFile = stopped.some(({ grant }) => grant.undo !== undefined);
  return paragraph([
    vscode.l10n.t('{0} cannot use {1} any more.', agent, stopped.map(({ grant }) => grantText(grant)).join(', ')),
    isInFile ? vscode.l10n.t('Its entry is still in the file of {0}, until you disconnect it.', agent) : undefined,
  ]);
}

function lentToAgents({ agents }: Pick<CommandContext, 'agents'>): Promise<readonly LentToAgent[]> {
  return Promise.all(
    connectableClients.map(async (client): Promise<LentToAgent> => {
      const { items, problems } = await agents.grants.listToEnd(client);
      return {
        client,
        lent: items.filter(({ isStopped }) => !isStopped).map((grant) => ({ client, grant })),
        problems,
      };
    }),
  );
}

function isOf({ parent, row }: AgentServerNode) {
  return ({ client, grant }: LentServer) => row.isLent && client === parent.row.client && grant.server === row.server;
}

/** @throws Error that says what cannot be read, if the user has picked nothing: the server may not have been there */
async function pickLent(all: readonly LentToAgent[]): Promise<readonly LentServer[]> {
  const lent = all.flatMap((one) => one.lent);
  const problems = all.flatMap((one) => one.problems);
  if (lent.length === 0 && problems.length === 0) {
    void plainWindow.showInformationMessage(vscode.l10n.t('No server of this editor is lent to an agent.'));
    return [];
  }
  const items = lent.map((one) => ({ label: grantText(one.grant), description: agentName(one.client), one }));
  const title = vscode.l10n.t('Stop Lending a Server');
  const question = vscode.l10n.t('Which server should an agent not use any more?');
  const picked = items.length > 0 ? await pickOne(items, title, question) : undefined;
  if (!picked && problems.length > 0) {
    throw new Error(paragraph(problems));
  }
  return picked ? [picked.one] : [];
}
