import { readImportFile } from '#core/configuration/importFile.ts';
import { readServers } from '#core/configuration/serverEntries.ts';
import { planImport } from '#editor/adding/importPlan.ts';
import { AgentNode, AgentServerNode } from '#editor/serversView/agentNodes.ts';
import { UserServers } from '#editor/settings/userServers.ts';
import { untrustedFolders } from '#editor/trust/workspaceTrust.ts';
import type { CommandContext } from './commandContext.ts';

/** Lets the user connect an agent. Never rejects. */
export async function connectAgent(context: CommandContext): Promise<void> {
  const { runConnect } = await import('#editor/agents/connect/connecting.ts');
  await runConnect(servicesOf(context));
}

/** Lets the user disconnect an agent, or the item of the view. Never rejects. */
export async function disconnectAgent(context: CommandContext, argument: unknown): Promise<void> {
  const { runDisconnect } = await import('#editor/agents/connect/connecting.ts');
  await runDisconnect(servicesOf(context), choiceOf(argument));
}

function servicesOf(context: CommandContext) {
  const { agents, configured, textDocuments, changeReview, storageFolder } = context;
  return {
    agents,
    textDocuments,
    changeReview,
    storageFolder,
    definitions: configured.settings.definitions,
    userServers: new UserServers(context),
    untrusted: untrustedFolders(),
    importing: { readFile: readImportFile, readServers, plan: planImport },
  };
}

function choiceOf(argument: unknown) {
  if (argument instanceof AgentServerNode) {
    const { server, isLent } = argument.row;
    return { client: argument.parent.row.client, server, isLent };
  }
  return argument instanceof AgentNode ? { client: argument.row.client } : undefined;
}
