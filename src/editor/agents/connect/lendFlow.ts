import { t } from '@vscode/l10n';
import { type AgentConfiguration, writeChange } from '#core/agents/connect/agentConfiguration.ts';
import type { AgentId } from '#core/agents/connect/agentFormat.ts';
import { isSamePlace } from '#core/agents/connect/agentServers.ts';
import { addLentEntry } from '#core/agents/connect/lentEntries.ts';
import { readLentEntry } from '#core/agents/connect/lentEntry.ts';
import { readServerLaunch } from '#core/agents/connect/serverLaunch.ts';
import type { GrantChange } from '#core/agents/lending/grants.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { entryText, lendableServers } from '#editor/agents/agentMode/lendableServers.ts';
import { connectedItems } from '#editor/agents/connections/connectedItems.ts';
import { type FoundAgent, findAgents } from '#editor/agents/connections/foundAgents.ts';
import { plainName } from '#editor/common/plainText.ts';
import { changeTexts, documentText, entriesToCopy } from './changeTexts.ts';
import type { ConnectContext } from './connectContext.ts';
import { offerToUndo, type WrappingOptions } from './connectDialogs.ts';
import { disconnectItems } from './disconnectItems.ts';
import { disconnectedText } from './disconnectTexts.ts';
import { checkNames, type LentServerPlan, lend } from './lendServers.ts';
import { offerOptions } from './optionsOffer.ts';
import { enablingRemark, lentRemarks, lentText } from './outcomeTexts.ts';
import { switchOn } from './switchOn.ts';

/** A change of an agent's file that adds entries for servers of this host. */
interface PlannedLending {
  readonly text: string;
  readonly entries: readonly PlannedEntry[];
}

interface PlannedEntry extends LentServerPlan {
  /** True if the file has the entry already: only the grant is renewed. */
  readonly isRenewed: boolean;
}

/** Lets the user lend servers of this host to an agent. Nothing was changed if the user dismisses a step. */
export async function lendChosen(context: ConnectContext, agent: FoundAgent): Promise<void> {
  const { dialogs, lendable } = context;
  const { format } = agent;
  const configuration = agent.configurations.find(
    ({ place, file }) => place.holds === 'servers' && place.folder === undefined && file !== undefined,
  );
  if (!configuration) {
    dialogs.showMessage(t('{0} has no file for servers yet. Add a server there first.', format.label));
    return;
  }
  const picked = await dialogs.chooseLent(agent, await lendableServers(context.agents.grants, format.id, lendable));
  if (!picked || picked.length === 0) {
    return;
  }
  const chosen = picked.map(({ definition }) => definition);
  const changed = picked.filter(({ state }) => state === 'changed').map(({ definition }) => definition);
  await checkNames(chosen, agent.grants);
  const offer = offerOptions(format, [{ limitMs: format.limit?.defaultMs, isRequired: false }]);
  const options = await dialogs.chooseOptions(format, offer);
  if (!options) {
    return;
  }
  const planned = plan(context, agent, configuration, chosen, options);
  const places = planned.entries.map(({ undo }) => ({ name: undo.name }));
  const { refusal, place } = configuration;
  const change = { text: planned.text, connected: { path: place.path, servers: [] } };
  const { isEnabled } = context.agents;
  const before = configuration.file?.text ?? '';
  const shown = {
    title: t('Connect {0}', format.label),
    path: place.path,
    remarks: [
      ...changed.map(({ name, entry }) =>
        t('{0} has changed since it was lent: {1}.', plainName(name), entryText(entry)),
      ),
      ...lentRemarks(format, options),
      ...(isEnabled ? [] : [enablingRemark()]),
    ],
    ...changeTexts(format, before, planned.text),
  };
  const agree = async () => {
    if (planned.text === before && changed.length > 0) {
      const entries = changed.map(({ name, entry }) => `+ ${plainName(name)}: ${entryText(entry)}`);
      const text = documentText([entries.join('\n'), ...shown.remarks.slice(changed.length)]);
      return dialogs.confirmLending({ title: shown.title, text }, format.label, true);
    }
    if (planned.text === before && isEnabled) {
      return true;
    }
    return refusal === undefined
      ? dialogs.confirmChange(shown)
      : dialogs.offerCopy(shown, refusal, entriesToCopy(format, planned.text, places));
  };
  if (!(await agree())) {
    return;
  }
  await switchOn(context);
  const changes = await lend(context, agent, planned.entries, async () => {
    if (refusal === undefined) {
      await writeChange(context.agents.home, configuration, change);
    }
  });
  await tryAndTell(context, agent, planned, changes, refusal === undefined);
}

/**
 * An entry that the file has already stays, also if it was renamed: only the grant is renewed.
 * @throws Error with a sentence for the user if a change that is remembered would be forgotten
 */
function plan(
  { runtime }: ConnectContext,
  { format, grants }: FoundAgent,
  { file, place, servers }: AgentConfiguration,
  chosen: readonly ServerDefinition[],
  options: WrappingOptions,
): PlannedLending {
  let text = file?.text ?? '';
  const lentHere = grants.flatMap(({ undo }) => readLentEntry(undo) ?? []).filter(({ path }) => path === place.path);
  const entries = chosen.map((definition) => {
    const known = readLentEntry(grants.find(({ server }) => server === definition.name)?.undo);
    const lent = known?.path === place.path ? servers.filter((server) => server.lent === definition.name) : [];
    const entry = lent.find((server) => known && isSamePlace(server, known)) ?? lent[0];
    if (known && entry) {
      const { name, project } = entry;
      return { definition, undo: { ...known, name, ...(project !== undefined && { project }) }, isRenewed: true };
    }
    if (known && (known.path !== place.path || known.original !== undefined)) {
      throw new Error(t('{0} is lent by another entry. Disconnect it first.', plainName(definition.name)));
    }
    const choice = { server: definition.name, ...options };
    const { text: changed, ...added } = addLentEntry(format, text, choice, runtime, lentHere);
    text = changed;
    const undo = { path: place.path, ...added };
    lentHere.push(undo);
    return { definition, undo, isRenewed: false };
  });
  return { text, entries };
}

async function tryAndTell(
  context: ConnectContext,
  { format }: FoundAgent,
  { text, entries }: PlannedLending,
  changes: readonly GrantChange[],
  isWritten: boolean,
): Promise<void> {
  const { dialogs, environment, trialFolder } = context;
  const names = entries.map(({ definition }) => plainName(definition.name));
  const [first] = entries;
  const launch = isWritten && first && readServerLaunch(format, text, { name: first.undo.name }, environment.variables);
  const result =
    launch && trialFolder !== undefined
      ? await dialogs.whileTrying(first.undo.name, () =>
          context.tryServer({ ...launch, folder: trialFolder }, environment.variables),
        )
      : undefined;
  const told = lentText(format, names, result && { name: names[0] ?? '', result });
  const isProblem = result?.kind === 'failed';
  await offerToUndo(dialogs, [told, isProblem, isProblem ? result.lastLines : ''], () =>
    undoLending(context, format.id, entries, changes),
  );
}

async function undoLending(
  context: ConnectContext,
  id: AgentId,
  entries: PlannedLending['entries'],
  changes: readonly GrantChange[],
): Promise<void> {
  const { dialogs, environment, agents } = context;
  const namesWith = (renewed: boolean) =>
    entries.filter(({ isRenewed }) => isRenewed === renewed).map(({ definition }) => definition.name);
  for (const change of changes.filter(({ grant }) => namesWith(true).includes(grant.server))) {
    await agents.grants.takeBack(id, change);
  }
  const agent = (await findAgents(environment, agents)).find((found) => found.format.id === id);
  if (agent) {
    const added = connectedItems(agent).filter(({ server, lent }) => lent && namesWith(false).includes(server));
    const outcome = await disconnectItems(context, agent, added);
    if (added.length > 0) {
      dialogs.showMessage(disconnectedText(agent, outcome));
    }
  }
}
