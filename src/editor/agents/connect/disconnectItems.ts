import { t } from '@vscode/l10n';
import { disconnectFile, readAgentConfiguration } from '#core/agents/connect/agentConfiguration.ts';
import type { AgentFile } from '#core/agents/connect/agentFiles.ts';
import { isSamePlace } from '#core/agents/connect/agentServers.ts';
import { restoreServers } from '#core/agents/connect/disconnectServers.ts';
import type { ClientConnection } from '#core/agents/home/clientConnections.ts';
import { errorText } from '#core/common/errors.ts';
import { changeClient } from '#editor/agents/connections/clientEnd.ts';
import { type ConnectedItem, isSameItem, ownItems } from '#editor/agents/connections/connectedItems.ts';
import { afterRestoring, hookName, rememberedFile } from '#editor/agents/connections/connectionMemory.ts';
import type { FoundAgent } from '#editor/agents/connections/foundAgents.ts';
import { removeUnusedCopies } from '#editor/agents/connections/unusedCopies.ts';
import { plainName } from '#editor/common/plainText.ts';
import { changeTexts, documentText } from './changeTexts.ts';
import type { ConnectContext } from './connectContext.ts';
import type { ShownChange } from './connectDialogs.ts';
import { disconnectLent } from './disconnectLent.ts';

/** What became of items that were disconnected. */
export interface DisconnectOutcome {
  readonly restored: readonly ConnectedItem[];
  /** Items that their file did not have any more. */
  readonly missing: readonly ConnectedItem[];
  /** Items that are in their file as before. */
  readonly kept: readonly ConnectedItem[];
  /** What else the user should know, as sentences. */
  readonly notes: readonly string[];
}

/**
 * Restores items in the files of an agent. What a file does not allow is shown, to be changed by hand. The agent's key is deleted
 * with its last connection.
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
  const { agents, dialogs } = context;
  const { id, label } = agent.format;
  const kept: ConnectedItem[] = [];
  const gone: ConnectedItem[] = [];
  const notes: string[] = [];
  for (const item of items) {
    const end = item.lent && (await disconnectLent(context, agent.format, item.lent));
    (end?.outcome === 'kept' ? kept : end?.outcome === 'missing' ? gone : []).push(item);
    notes.push(...(end?.note === undefined ? [] : [end.note]));
  }
  const files = new Map(items.flatMap(({ file }) => (file ? [[file.path, file] as const] : [])));
  for (const file of files.values()) {
    const inFile = items.filter((item) => item.file?.path === file.path);
    try {
      await restoreFile(context, agent, file, inFile);
    } catch (error) {
      const reason = errorText(error, 500);
      const byHand = await byHandChange(agent, file, inFile);
      const shown = { title: t('Disconnect {0}', label), path: file.path, ...byHand };
      if (await dialogs.offerForgetting(shown, reason)) {
        await forget(context, agent, file.path, inFile);
      }
      kept.push(...inFile);
    }
  }
  await removeUnusedCopies(agents, id, [...files.keys()]);
  const isWithoutFile = ({ server }: ClientConnection) =>
    items.some((item) => item.server === server && !item.file && !item.lent);
  for (const connection of agent.connections.filter(isWithoutFile)) {
    await agents.connections.disconnect(id, connection);
  }
  const done = items.filter((item) => !kept.includes(item));
  return {
    restored: done.filter((item) => !item.isMissing && !gone.includes(item)),
    missing: done.filter((item) => item.isMissing || gone.includes(item)),
    kept,
    notes,
  };
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
