import { t } from '@vscode/l10n';
import { readLentEntry } from '#core/agents/connect/lentEntries.ts';
import { errorText } from '#core/common/errors.ts';
import { type EditorAgent, findEditorAgent, grantText } from '#editor/agents/agentMode/lendableServers.ts';
import { endUnusedClient } from '#editor/agents/connections/clientEnd.ts';
import { type ConnectedItem, connectedItems } from '#editor/agents/connections/connectedItems.ts';
import { hookName } from '#editor/agents/connections/connectionMemory.ts';
import { type FoundAgent, findAgents } from '#editor/agents/connections/foundAgents.ts';
import { plainName } from '#editor/common/plainText.ts';
import { paragraph } from '#form/language.ts';
import type { ConnectContext } from './connectContext.ts';
import { type DisconnectOutcome, disconnectItems } from './disconnectItems.ts';
import { endGrant } from './grantEnd.ts';

/** What is to be disconnected, if the user has chosen it before: all of an agent, or one of its servers. */
export interface DisconnectChoice {
  readonly client: string;
  readonly server?: string;
  /** True for a server of this host that was lent. */
  readonly isLent?: boolean;
}

/** Lets the user disconnect an agent, or some of its servers. Never rejects. */
export async function disconnectByDialogs(context: ConnectContext, choice?: DisconnectChoice): Promise<void> {
  const { dialogs } = context;
  try {
    const { agents: connected, editorAgent } = await findConnected(context);
    if (connected.length === 0 && !editorAgent) {
      dialogs.showMessage(t('No agent is connected.'));
      return;
    }
    const chosen = connected.filter(({ format }) => !choice || format.id === choice.client);
    const isLent = editorAgent && (!choice || isLentTo(editorAgent, choice)) ? editorAgent : undefined;
    const agent =
      choice && chosen.length + (isLent ? 1 : 0) < 2
        ? (chosen[0] ?? isLent)
        : await dialogs.chooseConnected(chosen, isLent);
    if (agent && !('format' in agent)) {
      await endLending(context, agent, choice?.server);
      return;
    }
    const all = agent && connectedItems(agent);
    const ofChoice = all?.filter(
      ({ server, lent }) =>
        choice?.server === undefined || (server === choice.server && (lent !== undefined) === (choice.isLent === true)),
    );
    const items = agent && ofChoice && (await dialogs.chooseItems(agent, ofChoice));
    if (!agent || !items || items.length === 0) {
      return;
    }
    await tellEnd(context, outcomeText(agent, await disconnectItems(context, agent, items)));
  } catch (error) {
    dialogs.showProblem(t('Not everything could be disconnected. {0}', errorText(error, 500)));
  }
}

/** The agents of which something is connected, and the editor's own if something is lent to it. */
async function findConnected(context: ConnectContext) {
  const { environment, agents } = context;
  const found = await findAgents(environment, agents);
  const editorAgent = await findEditorAgent(context.agents.grants, context.editor);
  return {
    // What is lent to the editor's own agent is no part of a file.
    agents: found
      .map((agent) => (agent.format.id === context.editor?.client ? { ...agent, grants: [] } : agent))
      .filter((agent) => connectedItems(agent).length > 0),
    editorAgent: editorAgent && editorAgent.grants.length > 0 ? editorAgent : undefined,
  };
}

function isLentTo({ client, grants }: EditorAgent, { client: chosen, server, isLent }: DisconnectChoice): boolean {
  return (
    client === chosen && (server === undefined || (isLent === true && grants.some((grant) => grant.server === server)))
  );
}

/** Ends the lending of servers to the editor's own agent that the user chooses; `server`: of this name only. */
async function endLending(context: ConnectContext, agent: EditorAgent, server: string | undefined): Promise<void> {
  const { agents, dialogs } = context;
  const offered = agent.grants.filter((grant) => server === undefined || grant.server === server);
  const ended = await dialogs.chooseGrants(agent, offered);
  if (!ended || ended.length === 0) {
    return;
  }
  for (const grant of ended) {
    await endGrant(context, agent.client, grant);
  }
  await endUnusedClient(agents, agent.client);
  agents.connectionsChanged();
  await tellEnd(context, t('{0} does not use them any more: {1}.', agent.editor, ended.map(grantText).join(', ')));
}

/** Says what was disconnected, and offers to switch agents off after the last one. */
async function tellEnd(context: ConnectContext, text: string): Promise<void> {
  const { agents, dialogs } = context;
  const { agents: connected, editorAgent } = await findConnected(context);
  if (connected.length === 0 && !editorAgent && agents.isEnabled) {
    if (await dialogs.confirmDisabling(text)) {
      await context.disable();
    }
  } else if (text !== '') {
    dialogs.showMessage(text);
  }
}

/** What was removed from which file, and what was not. */
function outcomeText({ format: { label } }: FoundAgent, { restored, missing, kept, notes }: DisconnectOutcome): string {
  const isHook = ({ server }: ConnectedItem) => server === hookName;
  const servers = restored.filter((item) => !isHook(item) && !item.lent);
  const replaced = restored.filter(({ lent }) => lent && readLentEntry(lent.undo)?.original !== undefined);
  const lent = restored.filter((item) => item.lent && !replaced.includes(item));
  return paragraph([
    ...restored.filter(isHook).map(({ file }) => t('The hook of {0} was removed from {1}.', label, file?.path ?? '')),
    ...(servers.length > 0
      ? [t('{0} starts these servers without the proxy again: {1}.', label, itemNames(servers))]
      : []),
    ...(lent.length > 0
      ? [
          t(
            '{0} can no longer use these servers of this editor: {1}.',
            label,
            lent.map(({ server }) => plainName(server)).join(', '),
          ),
        ]
      : []),
    ...(replaced.length > 0
      ? [
          t(
            '{0} reaches these servers without this editor again: {1}.',
            label,
            replaced.map(({ lent }) => plainName(readLentEntry(lent?.undo)?.name ?? '')).join(', '),
          ),
        ]
      : []),
    ...(missing.length > 0 ? [t('No longer in the file of {0}: {1}.', label, itemNames(missing))] : []),
    ...(kept.length > 0 ? [t('To be changed by hand: {0}.', itemNames(kept))] : []),
    ...notes,
  ]);
}

/** The names of items, for the user. */
function itemNames(items: readonly ConnectedItem[]): string {
  return items.map(itemName).join(', ');
}

/** The name of an item: that of its entry, or the hook. */
export function itemName({ server, place, lent }: ConnectedItem): string {
  if (lent) {
    return t('{0}, lent by this editor', plainName(server));
  }
  return server === hookName ? t('the hook for all servers') : plainName(place?.name ?? server);
}
