import { AgentNode, AgentServerNode } from '#editor/serversView/agentItems.ts';
import type { CommandContext } from './commandContext.ts';

/** Lets the user connect an agent. Never rejects. */
export async function connectAgent({ agents, textDocuments }: CommandContext): Promise<void> {
  const { runConnect } = await import('#editor/agents/connect/connecting.ts');
  await runConnect({ agents, textDocuments });
}

/** Lets the user disconnect an agent, or the item of the view. Never rejects. */
export async function disconnectAgent({ agents, textDocuments }: CommandContext, argument: unknown): Promise<void> {
  const { runDisconnect } = await import('#editor/agents/connect/connecting.ts');
  await runDisconnect({ agents, textDocuments }, choiceOf(argument));
}

function choiceOf(argument: unknown) {
  if (argument instanceof AgentServerNode) {
    return { client: argument.parent.row.client, server: argument.row.server };
  }
  return argument instanceof AgentNode ? { client: argument.row.client } : undefined;
}
