import { t } from '@vscode/l10n';
import type { LendingGrant } from '#core/agents/lending/grants.ts';
import { errorText } from '#core/common/errors.ts';
import { type EditorAgent, findEditorAgent, grantText } from '#editor/agents/agentMode/lendableServers.ts';
import { changeClient } from '#editor/agents/connections/clientEnd.ts';
import { connectedItems } from '#editor/agents/connections/connectedItems.ts';
import { findAgents } from '#editor/agents/connections/foundAgents.ts';
import { paragraph } from '#form/language.ts';
import type { ConnectContext } from './connectContext.ts';
import { disconnectItems } from './disconnectItems.ts';
import { disconnectedText } from './disconnectTexts.ts';
import { endGrant } from './grantEnd.ts';

/** What is to be disconnected, if the user has chosen it before: all of an agent, or one of its servers. */
export interface DisconnectChoice {
  readonly client: string;
  readonly server?: string;
  /** True for a server of this host that was lent. */
  readonly isLent?: boolean;
}

/** The longest text about what has failed and what became of the rest, in characters. */
const maxOutcomeLength = 2000;

/** Lets the user disconnect an agent, or some of its servers. Never rejects. */
export async function disconnectByDialogs(context: ConnectContext, choice?: DisconnectChoice): Promise<void> {
  const { dialogs } = context;
  let end: (() => Promise<string>) | undefined;
  try {
    end = await chooseEnd(context, choice);
  } catch (error) {
    dialogs.showProblem(t('Nothing was disconnected. {0}', errorText(error, 500)));
    return;
  }
  if (!end) {
    return;
  }
  let text: string;
  try {
    text = await end();
  } catch (error) {
    dialogs.showProblem(t('Not everything could be disconnected. {0}', errorText(error, maxOutcomeLength)));
    return;
  }
  try {
    await tellEnd(context, text);
  } catch (error) {
    dialogs.showProblem(paragraph([text, errorText(error, 500)]));
  }
}

/** Lets the user choose. Returns the function that disconnects what was chosen, if anything was, and returns what the user is told. */
async function chooseEnd(
  context: ConnectContext,
  choice: DisconnectChoice | undefined,
): Promise<(() => Promise<string>) | undefined> {
  const { dialogs } = context;
  const { agents: connected, editorAgent } = await findConnected(context);
  if (connected.length === 0 && !editorAgent) {
    dialogs.showMessage(t('No agent is connected.'));
    return undefined;
  }
  const chosen = connected.filter(({ format }) => !choice || format.id === choice.client);
  const chosenEditorAgent = editorAgent && (!choice || isLentTo(editorAgent, choice)) ? editorAgent : undefined;
  const agent =
    choice && chosen.length + (chosenEditorAgent ? 1 : 0) < 2
      ? (chosen[0] ?? chosenEditorAgent)
      : await dialogs.chooseConnected(chosen, chosenEditorAgent);
  if (!agent) {
    return undefined;
  }
  if (!('format' in agent)) {
    const offered = agent.grants.filter(({ server }) => choice?.server === undefined || server === choice.server);
    const grants = await dialogs.chooseGrants(agent, offered);
    return grants && grants.length > 0 ? () => endLending(context, agent, grants) : undefined;
  }
  const ofChoice = connectedItems(agent).filter(
    ({ server, lent }) =>
      choice?.server === undefined || (server === choice.server && (lent !== undefined) === (choice.isLent === true)),
  );
  const items = await dialogs.chooseItems(agent, ofChoice);
  return items && items.length > 0
    ? async () => disconnectedText(agent, await disconnectItems(context, agent, items))
    : undefined;
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

/** Ends the lending of servers to the editor's own agent. Returns what the user is told. */
async function endLending(
  context: ConnectContext,
  { client, editor }: EditorAgent,
  grants: readonly LendingGrant[],
): Promise<string> {
  const notes: string[] = [];
  const ended: LendingGrant[] = [];
  const textOfEnded = () =>
    ended.length > 0 ? [t('{0} does not use them any more: {1}.', editor, ended.map(grantText).join(', '))] : [];
  await changeClient(context.agents, client, async () => {
    const reasons = new Set<string>();
    for (const grant of grants) {
      try {
        notes.push(...(await endGrant(context, client, grant)));
        ended.push(grant);
      } catch (error) {
        reasons.add(errorText(error, 300));
      }
    }
    if (reasons.size > 0) {
      throw new Error(paragraph([...reasons, ...textOfEnded(), ...notes]));
    }
  });
  return paragraph([...textOfEnded(), ...notes]);
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
