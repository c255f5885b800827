import { t } from '@vscode/l10n';
import { disconnectFile, readAgentConfiguration } from '#core/agents/connect/agentConfiguration.ts';
import type { AgentFile } from '#core/agents/connect/agentFiles.ts';
import { isSamePlace } from '#core/agents/connect/agentServers.ts';
import { restoreServers } from '#core/agents/connect/disconnectServers.ts';
import { readLentEntry } from '#core/agents/connect/lentEntry.ts';
import { errorText } from '#core/common/errors.ts';
import { changeClient } from '#editor/agents/connections/clientEnd.ts';
import { type ConnectedItem, isSameItem, ownItems } from '#editor/agents/connections/connectedItems.ts';
import { afterRestoring, hookName, rememberedFile } from '#editor/agents/connections/connectionMemory.ts';
import type { FoundAgent } from '#editor/agents/connections/foundAgents.ts';
import { removeUnusedCopies } from '#editor/agents/connections/unusedCopies.ts';
import { plainName } from '#editor/common/plainText.ts';
import { paragraph } from '#form/language.ts';
import { changeTexts, documentText } from './changeTexts.ts';
import type { ConnectContext } from './connectContext.ts';
import type { ShownChange } from './connectDialogs.ts';
import { disconnectLent } from './disconnectLent.ts';
import { type DisconnectOutcome, disconnectedText } from './disconnectTexts.ts';

/**
 * Restores items in the files of an agent. What a file does not allow is shown, to be changed by hand. The agent's key is deleted
 * with its last connection.
 * @throws Error if something of it has failed, after all other items were restored: why, and what became of those
 */
export function disconnectItems(
  context: ConnectContext,
  agent: FoundAgent,
  items: readonly ConnectedItem[],
): Promise<DisconnectOutcome> {
  return changeClient(context.agents, agent.format.id, () => restoreItems(context, agent, items));
}

async function restoreItems(
  context: ConnectContext,
  agent: FoundAgent,
  items: readonly ConnectedItem[],
): Promise<DisconnectOutcome> {
  const { agents } = context;
  const { id } = agent.format;
  const kept: ConnectedItem[] = [];
  const gone: ConnectedItem[] = [];
  const failed: ConnectedItem[] = [];
  const notes: string[] = [];
  const reasons = new Set<string>();
  /** What fails for some items keeps none of the others. */
  const attempt = async (chosen: readonly ConnectedItem[], end: () => Promise<void>) => {
    try {
      await end();
    } catch (error) {
      failed.push(...chosen);
      reasons.add(errorText(error, 300));
    }
  };
  for (const item of items) {
    const { lent } = item;
    if (lent) {
      await attempt([item], async () => {
        const { outcome, note } = await disconnectLent(context, agent.format, lent);
        (outcome === 'kept' ? kept : outcome === 'missing' ? gone : []).push(item);
        notes.push(...(note === undefined ? [] : [note]));
      });
    }
  }
  const files = new Map(items.flatMap(({ file }) => (file ? [[file.path, file] as const] : [])));
  for (const file of files.values()) {
    const inFile = items.filter((item) => item.file?.path === file.path);
    await attempt(inFile, async () => {
      const isRestored = await restoreOrShow(context, agent, file, inFile);
      kept.push(...(isRestored ? [] : inFile));
    });
  }
  for (const connection of agent.connections) {
    const chosen = items.filter(({ server, file, lent }) => server === connection.server && !file && !lent);
    if (chosen.length > 0) {
      await attempt(chosen, () => agents.connections.disconnect(id, connection));
    }
  }
  // The last step: a copy that stays is worth a note only.
  const lentPaths = items.flatMap(({ lent }) => readLentEntry(lent?.undo)?.path ?? []);
  notes.push(...(await removeUnusedCopies(agents, id, [...files.keys(), ...lentPaths])));
  const done = items.filter((item) => !kept.includes(item) && !failed.includes(item));
  const outcome = {
    restored: done.filter((item) => !item.isMissing && !gone.includes(item)),
    missing: done.filter((item) => item.isMissing || gone.includes(item)),
    kept,
    notes,
  };
  if (reasons.size > 0) {
    throw new Error(paragraph([...reasons, disconnectedText(agent, outcome)]));
  }
  return outcome;
}

/** False if the items stay in their file, which the user has been told. */
async function restoreOrShow(
  context: ConnectContext,
  agent: FoundAgent,
  file: AgentFile,
  items: readonly ConnectedItem[],
): Promise<boolean> {
  try {
    await restoreFile(context, agent, file, items);
    return true;
  } catch (error) {
    const reason = errorText(error, 500);
    const byHand = await byHandChange(agent, file, items);
    const shown = { title: t('Disconnect {0}', agent.format.label), path: file.path, ...byHand };
    if (await context.dialogs.offerForgetting(shown, reason)) {
      await forget(context, agent, file.path, items);
    }
    return false;
  }
}

async function restoreFile(
  { agents: { connections } }: ConnectContext,
  agent: FoundAgent,
  file: AgentFile,
  items: readonly ConnectedItem[],
): Promise<void> {
  const all = ownItems(agent).filter((item) => item.file?.path === file.path);
  const isAll = all.every((item) => items.some((chosen) => isSameItem(chosen, item)));
  const places = isAll ? undefined : items.flatMap(({ place }) => place ?? []);
  const known = await connections.listForChange(agent.format.id);
  const { connected } = await disconnectFile(file, rememberedFile(known, file.path), places);
  for (const connection of known) {
    const isInFile = rememberedFile([connection], file.path) !== undefined;
    const isChosen = items.some(({ server }) => server === connection.server);
    // Another chosen item of this name may stand in another file.
    if (isInFile || (isChosen && connection.undo === undefined)) {
      await connections.revise(agent.format.id, connection, (now) => afterRestoring(now, file.path, connected));
    }
  }
}

/** Forgets what was recorded of items, when they were chosen, that stay in their file. The agent can ask no more through them. */
async function forget(
  { agents }: ConnectContext,
  { format: { id }, connections }: FoundAgent,
  path: string,
  items: readonly ConnectedItem[],
): Promise<void> {
  for (const connection of connections) {
    if (items.some(({ server }) => server === connection.server)) {
      await agents.connections.revise(id, connection, (now) => afterRestoring(now, path, undefined));
    }
  }
}

/** What the user has to change where the file is not changed, as far as it is understood. */
async function byHandChange(
  { format, connections }: FoundAgent,
  file: AgentFile,
  items: readonly ConnectedItem[],
): Promise<Pick<ShownChange, 'remarks' | 'before' | 'after'>> {
  if (items.some(({ server }) => server === hookName)) {
    const text = t('Remove the entry below hooks.Elicitation whose command names .mcp-elicitation.');
    return { remarks: [], after: documentText([text]) };
  }
  const remembered = rememberedFile(connections, file.path)?.servers ?? [];
  const places = items.flatMap(({ place }) => place ?? []);
  const text = (await readAgentConfiguration(file)).file?.text ?? '';
  try {
    const { text: after } = restoreServers(format, text, remembered, places);
    return { remarks: [t('Replace these lines yourself.')], ...changeTexts(format, text, after) };
  } catch {
    const commands = remembered
      .filter(
        (server) =>
          items.some((item) => item.server === server.name) || places.some((place) => isSamePlace(place, server)),
      )
      .map(({ name, commandLine }) => `${plainName(name)}: ${[commandLine.command, ...commandLine.args].join(' ')}`);
    const paragraph = t(
      'In each connected entry, put the command and the arguments that stand after -- in place of all of them:',
    );
    return { remarks: [], after: documentText([paragraph, ...commands]) };
  }
}
