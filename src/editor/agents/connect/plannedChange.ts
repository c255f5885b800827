import { t } from '@vscode/l10n';
import { commandFingerprint } from '#agentProtocol/handshake.ts';
import {
  type AgentConfiguration,
  type ConfigChange,
  planServers,
  writeChange,
} from '#core/agents/connect/agentConfiguration.ts';
import type { ServerPlace } from '#core/agents/connect/agentServers.ts';
import { readServerLaunch, windowPlaces } from '#core/agents/connect/serverLaunch.ts';
import { unwrapCommand } from '#core/agents/connect/wrappedCommand.ts';
import type { ClientConnection } from '#core/agents/home/clientConnections.ts';
import type { ConnectedItem } from '#editor/agents/connections/connectedItems.ts';
import { connectionOf, rememberedFile } from '#editor/agents/connections/connectionMemory.ts';
import type { FoundAgent } from '#editor/agents/connections/foundAgents.ts';
import { writeConnection } from '#editor/agents/connections/writeConnection.ts';
import { type ChangeTexts, changeTexts, entriesToCopy, withSettings } from './changeTexts.ts';
import type { ConnectContext } from './connectContext.ts';
import type { ServerRow, WrappingOptions } from './connectDialogs.ts';
import { enablingRemark, remoteRemarks, serverRemarks } from './outcomeTexts.ts';
import { addAndLend, planRemotes, type RemotePlan } from './remotePlan.ts';
import { switchOn } from './switchOn.ts';

/** A change of one file that the user may make. */
export interface PlannedChange {
  readonly agent: FoundAgent;
  readonly configuration: AgentConfiguration;
  readonly change: ConfigChange;
  readonly recorded: readonly ClientConnection[];
  readonly items: readonly ConnectedItem[];
  /** Where the servers stand that are started through the proxy. */
  readonly places: readonly ServerPlace[];
  /** The servers that are added to this host and lent. Absent: none. */
  readonly remotes?: RemotePlan | undefined;
  readonly texts: ChangeTexts;
  /** What the user should know. */
  readonly remarks: readonly string[];
  /** What the user copies where the file is only shown. */
  readonly lines: string;
}

/** @throws Error with a sentence for the user */
export async function planChange(
  context: ConnectContext,
  agent: FoundAgent,
  configuration: AgentConfiguration,
  rows: readonly ServerRow[],
  options: WrappingOptions,
): Promise<PlannedChange> {
  const { runtime, environment } = context;
  const { format, connections } = agent;
  const { path } = configuration.place;
  const before = configuration.file?.text ?? '';
  const remoteRows = rows.filter(({ server }) => server.remote);
  const wrapped = placesOf(rows.filter(({ server }) => !server.remote));
  const choices = wrapped.map((place) => ({ ...place, ...options }));
  const local = planServers(configuration, choices, runtime, rememberedFile(connections, path));
  const remotes =
    remoteRows.length > 0
      ? await planRemotes(context, agent, { configuration, text: local.text }, remoteRows, options)
      : undefined;
  const change = { ...local, text: remotes?.text ?? local.text };
  const recorded = wrapped.map((place) => {
    // The proxy is started with what the agent makes of the variables in the entry.
    const launch = readServerLaunch(format, change.text, place, environment.variables, windowPlaces(environment));
    const own = launch && unwrapCommand(launch);
    const fingerprint = commandFingerprint(own ? [own.command, ...own.args] : []);
    return connectionOf(place.name, fingerprint, change.connected, connections);
  });
  const texts = changeTexts(format, before, change.text);
  return {
    agent,
    configuration,
    change,
    recorded,
    remotes,
    places: placesOf(rows),
    items: wrapped.map((place) => ({ file: configuration.place, server: place.name, place, isMissing: false })),
    texts: remotes ? withSettings(format, texts, remotes.added) : texts,
    remarks: [
      ...(wrapped.length > 0 ? serverRemarks(format, runtime, options) : []),
      ...(remotes ? remoteRemarks(format, options, remotes) : []),
    ],
    lines: entriesToCopy(format, change.text, wrapped),
  };
}

function placesOf(rows: readonly ServerRow[]): ServerPlace[] {
  return rows.map(({ server: { name, project } }) => ({ name, ...(project !== undefined && { project }) }));
}

/**
 * Shows a change, and makes it if the user wants it. Agents are on afterwards, and the program that they start is installed. `undefined` if the
 * user does not want it: nothing was changed then.
 */
export async function makeChange(context: ConnectContext, planned: PlannedChange): Promise<PlannedChange | undefined> {
  const { agents, dialogs } = context;
  const { agent, configuration, change, recorded, texts, lines } = planned;
  const { refusal, place } = configuration;
  const remarks = [...planned.remarks, ...(agents.isEnabled ? [] : [enablingRemark()])];
  const shown = { title: connectTitle(agent), path: place.path, remarks, ...texts };
  const isAgreed =
    refusal === undefined ? await dialogs.confirmChange(shown) : await dialogs.offerCopy(shown, refusal, lines);
  if (!isAgreed) {
    return undefined;
  }
  await switchOn(context);
  const connect = () =>
    writeConnection(agents, agent.format.id, recorded, async () => {
      if (refusal === undefined) {
        await writeChange(agents.home, configuration, change);
      }
    });
  await (planned.remotes ? addAndLend(context, agent, planned.remotes, connect) : connect());
  agents.connectionsChanged();
  return planned;
}

export function connectTitle({ format }: Pick<FoundAgent, 'format'>): string {
  return t('Connect {0}', format.label);
}
