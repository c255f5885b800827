import { t } from '@vscode/l10n';
import { commandFingerprint } from '#agentProtocol/handshake.ts';
import {
  type AgentConfiguration,
  type ConfigChange,
  planHook,
  planServers,
  writeChange,
} from '#core/agents/connect/agentConfiguration.ts';
import { exampleEntry } from '#core/agents/connect/exampleEntry.ts';
import { readServerLaunch } from '#core/agents/connect/serverLaunch.ts';
import { unwrapCommand } from '#core/agents/connect/wrappedCommand.ts';
import type { ClientConnection } from '#core/agents/home/clientConnections.ts';
import { errorText } from '#core/common/errors.ts';
import {
  documentText,
  entriesToCopy,
  hookChangeText,
  hookLines,
  serverChangeText,
  shortestLimit,
} from './changeTexts.ts';
import type { ConnectContext } from './connectContext.ts';
import type { ServerRow, WrappingOptions } from './connectDialogs.ts';
import type { ConnectedItem } from './connectedItems.ts';
import { connectionOf, hookName, rememberedFile } from './connectionMemory.ts';
import { disconnectItems } from './disconnectItems.ts';
import { type FoundAgent, findAgents } from './foundAgents.ts';
import { hookOutcomeText, hookRemarks, serverRemarks, triedText } from './outcomeTexts.ts';
import { writeConnection } from './writeConnection.ts';

const maxReasonLength = 500;

/** A change of one file that the user may make. */
interface PlannedChange {
  readonly agent: FoundAgent;
  readonly configuration: AgentConfiguration;
  readonly change: ConfigChange;
  readonly recorded: readonly ClientConnection[];
  readonly items: readonly ConnectedItem[];
  /** The text of the read-only document. */
  readonly text: string;
  /** What the user copies where the file is only shown. */
  readonly lines: string;
}

/** Lets the user connect an agent, step by step. Each dismissed step ends it, and nothing was changed then. Never rejects. */
export async function connectByDialogs(context: ConnectContext): Promise<void> {
  const { dialogs, agents, environment } = context;
  try {
    const agent = await dialogs.chooseAgent(await findAgents(environment, agents.connections));
    if (!agent) {
      return;
    }
    const hook = agent.configurations.find(({ place }) => place.holds === 'hooks');
    const way = hook && agent.isFound ? await dialogs.chooseWay(hook) : 'servers';
    if (way === 'hook' && hook) {
      await connectHook(context, agent, hook);
    } else if (way === 'servers') {
      await connectChosen(context, agent);
    }
  } catch (error) {
    dialogs.showProblem(t('Nothing was connected. {0}', errorText(error, maxReasonLength)));
  }
}

async function connectHook(
  context: ConnectContext,
  agent: FoundAgent,
  configuration: AgentConfiguration,
): Promise<void> {
  const { runtime } = context;
  const { path } = configuration.place;
  const lines = hookLines(configuration, runtime).join('\n');
  const change =
    configuration.refusal === undefined
      ? planHook(configuration, runtime, rememberedFile(agent.connections, path))
      : { text: lines, connected: { path, servers: [] } };
  const made = await make(context, {
    agent,
    configuration,
    change,
    recorded: [connectionOf(hookName, '', change.connected, agent.connections)],
    items: [{ file: configuration.place, server: hookName, isMissing: false }],
    text: hookChangeText(configuration, runtime, hookRemarks(configuration, runtime)),
    lines,
  });
  if (made) {
    await offerUndo(context, agent, [made], hookOutcomeText(configuration), false, '');
  }
}

async function connectChosen(context: ConnectContext, agent: FoundAgent): Promise<void> {
  const { dialogs } = context;
  const files = agent.configurations.filter(({ place }) => place.holds === 'servers');
  const rows = files.flatMap((configuration) => configuration.servers.map((server) => ({ configuration, server })));
  if (rows.length === 0) {
    await explainNoServers(context, agent, files);
    return;
  }
  const chosen = await dialogs.chooseServers(agent, rows);
  if (!chosen || chosen.length === 0) {
    return;
  }
  const servers = chosen.map(({ server }) => server);
  const limitMs = shortestLimit(agent.format, servers);
  const hasChoice = limitMs !== undefined || agent.format.hasRequired;
  const options = hasChoice ? await dialogs.chooseOptions(agent.format, limitMs) : noOptions;
  if (!options) {
    return;
  }
  const made: PlannedChange[] = [];
  for (const configuration of files) {
    const inFile = chosen.filter((row) => row.configuration === configuration);
    const planned = inFile.length > 0 ? planChange(context, agent, configuration, inFile, options) : undefined;
    const change = planned && (await make(context, planned));
    if (change) {
      made.push(change);
    } else if (planned) {
      break;
    }
  }
  if (made.length > 0) {
    await tryAndTell(context, agent, made);
  }
}

const noOptions: WrappingOptions = { raisesLimit: false, isRequired: false };

function planChange(
  { runtime, environment }: ConnectContext,
  agent: FoundAgent,
  configuration: AgentConfiguration,
  rows: readonly ServerRow[],
  options: WrappingOptions,
): PlannedChange {
  const { format, connections } = agent;
  const { path } = configuration.place;
  const places = rows.map(({ server: { name, project } }) => ({ name, ...(project !== undefined && { project }) }));
  const choices = places.map((place) => ({ ...place, ...options }));
  const change = planServers(configuration, choices, runtime, rememberedFile(connections, path));
  const recorded = places.map((place) => {
    // The proxy is started with what the agent makes of the variables in the entry.
    const launch = readServerLaunch(format, change.text, place, environment.variables);
    const own = launch && unwrapCommand(launch);
    const fingerprint = commandFingerprint(own ? [own.command, ...own.args] : []);
    return connectionOf(place.name, fingerprint, change.connected, connections);
  });
  return {
    agent,
    configuration,
    change,
    recorded,
    items: places.map((place) => ({ file: configuration.place, server: place.name, place, isMissing: false })),
    text: serverChangeText(format, configuration, change, serverRemarks(format, runtime, options)),
    lines: entriesToCopy(format, change.text, places),
  };
}

/** Shows a change, and makes it if the user wants it. `undefined` if not: nothing was changed then. */
async function make(context: ConnectContext, planned: PlannedChange): Promise<PlannedChange | undefined> {
  const { agents, dialogs } = context;
  const { agent, configuration, change, recorded, text, lines } = planned;
  const { refusal, place } = configuration;
  const shown = { title: t('Connect {0}', agent.format.label), text, path: place.path };
  const isAgreed =
    refusal === undefined ? await dialogs.confirmChange(shown) : await dialogs.offerCopy(shown, refusal, lines);
  if (!isAgreed || !(await switchOn(context))) {
    return undefined;
  }
  await writeConnection(agents, agent.format.id, recorded, async () => {
    if (refusal === undefined) {
      await writeChange(agents.home, configuration, change);
    }
  });
  agents.connectionsChanged();
  return planned;
}

/** Agents are on afterwards, and the program that they start is installed. False if the user does not want that. */
async function switchOn({ agents, dialogs }: ConnectContext): Promise<boolean> {
  if (agents.isEnabled) {
    await agents.install();
    return true;
  }
  if (!(await dialogs.confirmEnabling())) {
    return false;
  }
  await agents.enable();
  return true;
}

async function tryAndTell(context: ConnectContext, agent: FoundAgent, made: readonly PlannedChange[]): Promise<void> {
  const { dialogs, environment, trialFolder } = context;
  const written = made.find(({ configuration }) => configuration.refusal === undefined);
  const place = written?.items[0]?.place;
  const launch = written && place && readServerLaunch(agent.format, written.change.text, place, environment.variables);
  if (!launch || !place || trialFolder === undefined) {
    await offerUndo(context, agent, made, triedText(agent.format, made.flatMap(namesOf), undefined), false, '');
    return;
  }
  const folder = launch.folder ?? place.project ?? trialFolder;
  const result = await dialogs.whileTrying(place.name, () =>
    context.tryServer({ ...launch, folder }, environment.variables),
  );
  const text = triedText(agent.format, made.flatMap(namesOf), result && { name: place.name, result });
  const isProblem = result?.kind === 'failed';
  await offerUndo(context, agent, made, text, isProblem, isProblem ? result.lastLines : '');
}

function namesOf({ items }: PlannedChange): string[] {
  return items.map(({ server }) => server);
}

async function offerUndo(
  context: ConnectContext,
  { format: { id } }: FoundAgent,
  made: readonly PlannedChange[],
  text: string,
  isProblem: boolean,
  details: string,
): Promise<void> {
  if (!(await context.dialogs.offerUndo(text, isProblem, details))) {
    return;
  }
  const found = await findAgents(context.environment, context.agents.connections);
  const agent = found.find(({ format }) => format.id === id);
  if (agent) {
    await disconnectItems(
      context,
      agent,
      made.flatMap(({ items }) => items),
    );
  }
}

/** Says that there is nothing to choose. A file that is not understood is shown with an example, to be changed by hand. */
async function explainNoServers(
  { dialogs, runtime }: ConnectContext,
  { format, configurations }: FoundAgent,
  files: readonly AgentConfiguration[],
): Promise<void> {
  const unreadable = files.find(({ refusal }) => refusal !== undefined);
  if (!unreadable) {
    const [first] = files.length > 0 ? files : configurations;
    dialogs.showMessage(
      first
        ? t('{0} has no servers in {1}. Add one there first.', format.label, first.place.path)
        : t('No configuration of {0} was found on this machine.', format.label),
    );
    return;
  }
  const { path } = unreadable.place;
  const reason = unreadable.refusal ?? '';
  const example = exampleEntry(format, runtime);
  const text = documentText(path, [
    reason,
    t('An entry that is connected looks like this, with your own NAME, COMMAND and ARGUMENT:'),
    example.trimEnd(),
  ]);
  await dialogs.offerCopy({ title: t('Connect {0}', format.label), text, path }, reason, example);
}
