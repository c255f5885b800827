import { t } from '@vscode/l10n';
import type { GrantChange } from '#core/agents/lending/grants.ts';
import { type EditorAgent, entryText, type LendableServer } from '#editor/agents/agentMode/lendableServers.ts';
import { changeClient, takeBackAll } from '#editor/agents/connections/clientEnd.ts';
import { plainName } from '#editor/common/plainText.ts';
import { paragraph } from '#form/language.ts';
import { documentText } from './changeTexts.ts';
import type { ConnectContext } from './connectContext.ts';
import { offerToUndo } from './connectDialogs.ts';
import { endGrantOf } from './grantEnd.ts';
import { enablingRemark } from './outcomeTexts.ts';
import { switchOn } from './switchOn.ts';

/** What the user has chosen, as a difference to what is lent now. */
interface LendingChange {
  /** Lent from now on, or again with the entry as it is now. */
  readonly lent: readonly LendableServer[];
  readonly ended: readonly LendableServer[];
}

/**
 * Lets the user choose which servers of this host the editor's own agent may use. Each dismissed step ends it, and nothing was changed
 * then.
 * @throws Error with a sentence for the user; what was lent anew is taken back then
 */
export async function lendByDialogs(context: ConnectContext, agent: EditorAgent): Promise<void> {
  const { dialogs } = context;
  if (agent.servers.length === 0) {
    dialogs.showMessage(t('This window has no server that {0} could use. Add one first.', agent.editor));
    return;
  }
  const chosen = await dialogs.chooseForEditor(agent);
  const change = chosen && changeOf(agent, chosen);
  if (!change || change.lent.length + change.ended.length === 0) {
    return;
  }
  const lends = change.lent.length > 0;
  const remarks = lends && !context.agents.isEnabled ? [enablingRemark()] : [];
  const shown = { title: t('Connect {0}', agent.label), text: changeText(agent, change, remarks) };
  if (!(await dialogs.confirmLending(shown, agent.editor, lends))) {
    return;
  }
  if (lends) {
    await switchOn(context);
  }
  await makeChange(context, agent.client, change);
  const undone = { lent: change.ended, ended: change.lent };
  await offerToUndo(dialogs, [outcomeText(agent, change), false, ''], () => makeChange(context, agent.client, undone));
}

function changeOf({ servers }: EditorAgent, chosen: readonly LendableServer[]): LendingChange {
  return {
    lent: chosen.filter(({ state }) => state !== 'lent'),
    ended: servers.filter((server) => server.state !== 'notLent' && !chosen.includes(server)),
  };
}

async function makeChange(context: ConnectContext, client: string, { lent, ended }: LendingChange): Promise<void> {
  const { grants, keys } = context.agents;
  await changeClient(context.agents, client, async () => {
    const changes: GrantChange[] = [];
    try {
      for (const { definition } of lent) {
        changes.push(await grants.grant(client, definition));
      }
      if (lent.length > 0) {
        await keys.create(client);
      }
      for (const { definition } of ended) {
        await endGrantOf(context, client, definition);
      }
    } catch (error) {
      await takeBackAll(changes, (change) => grants.takeBack(client, change));
      throw error;
    }
  });
}

function changeText({ editor }: EditorAgent, { lent, ended }: LendingChange, remarks: readonly string[]): string {
  const entries = lent.map(({ definition }) => `+ ${plainName(definition.name)}: ${entryText(definition.entry)}`);
  const others = ended.map(({ definition }) => `- ${plainName(definition.name)}`);
  return documentText([
    [...entries, ...others].join('\n'),
    ...(lent.length > 0
      ? [
          t(
            '{0} can call everything that these servers offer, with the sign-ins and secrets that they have here. It does not get the secrets.',
            editor,
          ),
          t('What they ask you comes to this panel, and the call waits as long as you need.'),
          t('{0} has a connection of its own to each of them. Your own calls here are not part of it.', editor),
          t('When an entry changes, it is not used any more until you choose it here again.'),
          ...remarks,
        ]
      : []),
  ]);
}

function outcomeText({ label, editor }: EditorAgent, { lent, ended }: LendingChange): string {
  const names = (servers: readonly LendableServer[]) =>
    servers.map(({ definition }) => plainName(definition.name)).join(', ');
  return paragraph([
    ...(lent.length > 0
      ? [t('{0} is connected: {1}.', label, names(lent)), t('{0} starts them when it needs them.', editor)]
      : []),
    ...(ended.length > 0 ? [t('{0} does not use them any more: {1}.', editor, names(ended))] : []),
  ]);
}
