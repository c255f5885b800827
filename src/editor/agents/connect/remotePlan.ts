import { t } from '@vscode/l10n';
import type { AgentConfiguration } from '#core/agents/connect/agentConfiguration.ts';
import type { AgentServer } from '#core/agents/connect/agentServers.ts';
import { replaceRemoteEntry } from '#core/agents/connect/replacedEntries.ts';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import type { ImportCandidate } from '#core/configuration/importFile.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { FoundAgent } from '#editor/agents/connections/foundAgents.ts';
import type { AddedServers } from '#editor/settings/userServers.ts';
import { paragraph } from '#form/language.ts';
import type { ConnectContext, Importing } from './connectContext.ts';
import type { ServerRow, WrappingOptions } from './connectDialogs.ts';
import { checkNames, type LentServerPlan, lend } from './lendServers.ts';

/** Servers that an agent reaches by a URL, and that it is to use through this host. */
export interface RemotePlan {
  /** The text of the agent's file with their entries replaced. */
  readonly text: string;
  readonly lent: readonly LentServerPlan[];
  /** What the user settings do not have yet. */
  readonly added: AddedServers;
}

/** Why a server with a URL cannot be lent in place of its entry, as a sentence for the user; `undefined` if it can. */
export function remoteRefusal(
  { editor, importing }: Pick<ConnectContext, 'editor' | 'importing'>,
  { place, refusal }: AgentConfiguration,
  server: AgentServer,
): string | undefined {
  if (!server.remote) {
    return server.refusal;
  }
  if (place.agent === editor?.client) {
    return t('Import it with Import Servers, then let the agent of {0} use it.', editor.name);
  }
  return refusal ?? readingOf(importing, server).problems.at(0);
}

/**
 * Plans to add servers to the user settings, and to replace their entries in the agent's file. A server that the settings have already is
 * used if its entry is the same and has no secret: the secrets of two agents may differ.
 * @param text the text of the file with all other changes
 * @throws Error with a sentence for the user
 */
export async function planRemotes(
  { userServers, importing, runtime }: ConnectContext,
  { format, grants }: FoundAgent,
  { configuration, text }: { readonly configuration: AgentConfiguration; readonly text: string },
  rows: readonly ServerRow[],
  options: WrappingOptions,
): Promise<RemotePlan> {
  const taken = new Set(grants.map(({ server }) => server));
  const existing = new Map(userServers.entries);
  const inputIds = new Set(userServers.inputIds);
  const usedInputs = { inputIds, hasValue: (id: string) => userServers.hasValue(id) };
  const entries: Record<string, unknown> = {};
  const inputs: AddedServers['inputs'][number][] = [];
  const secrets: AddedServers['secrets'][number][] = [];
  const lent: LentServerPlan[] = [];
  let changed = text;
  for (const { server } of rows) {
    const candidate = candidateOf(importing, server);
    const isNew = candidate.secrets.length > 0 || taken.has(server.name);
    const known = isNew ? new Map([...existing.keys(), ...taken].map((name) => [name, undefined])) : existing;
    const plan = await importing.plan([candidate], known, usedInputs);
    const [added] = plan.added;
    const name = added ?? server.name;
    const definition = definitionOf(importing, name, added === undefined ? existing.get(name) : plan.entries[added]);
    const choice = { server: name, ...options };
    const replaced = replaceRemoteEntry(format, changed, server, choice, runtime);
    changed = replaced.text;
    const setting = { fingerprint: fingerprintOf(definition.entry), inputs: plan.inputs.map(({ id }) => id) };
    const { written, original, project } = replaced;
    const undo = { path: configuration.place.path, name: server.name, project, written, original };
    lent.push({ definition, undo: added === undefined ? undo : { ...undo, setting } });
    taken.add(name);
    Object.assign(entries, plan.entries);
    existing.set(name, undefined);
    inputs.push(...plan.inputs);
    secrets.push(...plan.secrets);
    for (const { id } of plan.inputs) {
      inputIds.add(id);
    }
  }
  await checkNames(
    lent.map(({ definition }) => definition),
    grants,
  );
  return { text: changed, lent, added: { entries, inputs, secrets } };
}

/** Adds the servers, lends them, and then writes. If one of these fails, everything is as it was, and the error is thrown. */
export async function addAndLend(
  context: ConnectContext,
  agent: Pick<FoundAgent, 'format'>,
  { lent, added }: RemotePlan,
  write: () => Promise<void>,
): Promise<void> {
  const { userServers } = context;
  const isAdding = Object.keys(added.entries).length > 0;
  if (isAdding) {
    await userServers.add(added);
  }
  try {
    await lend(context, agent, lent, write);
  } catch (error) {
    for (const { definition, undo } of lent.filter((one) => one.undo.setting)) {
      await userServers.remove(definition.name, undo.setting?.inputs ?? []);
    }
    throw error;
  }
}

/** The server as Import Servers reads it from a file. @throws Error with a sentence for the user */
function candidateOf(importing: Importing, server: AgentServer): ImportCandidate {
  const { candidates, problems } = readingOf(importing, server);
  const [candidate] = candidates;
  if (!candidate) {
    throw new Error(paragraph(problems));
  }
  return candidate;
}

function readingOf({ readFile }: Importing, { name, remote }: AgentServer) {
  const servers = Object.fromEntries([[name, { type: 'http', ...remote }]]);
  return readFile('vscode', JSON.stringify({ servers }));
}

function definitionOf({ readServers }: Importing, name: string, entry: unknown): ServerDefinition {
  const { definitions, problems } = readServers(Object.fromEntries([[name, entry]]), { kind: 'user' });
  const [definition] = definitions;
  if (!definition) {
    throw new Error(paragraph(problems.flatMap(({ message, remedy }) => [message, remedy])));
  }
  return definition;
}
