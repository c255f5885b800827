import { t } from '@vscode/l10n';
import { type AgentConfiguration, planHook } from '#core/agents/connect/agentConfiguration.ts';
import { exampleEntry } from '#core/agents/connect/exampleEntry.ts';
import { readServerLaunch, windowPlaces } from '#core/agents/connect/serverLaunch.ts';
import { errorText } from '#core/common/errors.ts';
import { findEditorAgent } from '#editor/agents/agentMode/lendableServers.ts';
import { connectedItems } from '#editor/agents/connections/connectedItems.ts';
import { connectionOf, hookName, rememberedFile } from '#editor/agents/connections/connectionMemory.ts';
import { type FoundAgent, findAgents } from '#editor/agents/connections/foundAgents.ts';
import { paragraph } from '#form/language.ts';
import { documentText, hookChangeTexts, hookLines } from './changeTexts.ts';
import type { ConnectContext } from './connectContext.ts';
import { type ConnectWay, maxReasonLength, offerToUndo, type ServerRow } from './connectDialogs.ts';
import { disconnectItems } from './disconnectItems.ts';
import { disconnectedText } from './disconnectTexts.ts';
import { lendByDialogs } from './editorAgentFlow.ts';
import { lendChosen } from './lendFlow.ts';
import { offerOptions } from './optionsOffer.ts';
import { hookOutcomeText, hookRemarks, triedText } from './outcomeTexts.ts';
import { connectTitle, makeChange, type PlannedChange, planChange } from './plannedChange.ts';
import { remoteRefusal } from './remotePlan.ts';

/** Lets the user connect an agent, step by step. Each dismissed step ends it, and nothing was changed then. Never rejects. */
export async function connectByDialogs(context: ConnectContext): Promise<void> {
  const { dialogs, agents, environment } = context;
  try {
    const editorAgent = await findEditorAgent(agents.grants, context.editor);
    const agent = await dialogs.chooseAgent(await findAgents(environment, agents), editorAgent);
    if (!agent) {
      return;
    }
    if (!('format' in agent)) {
      await lendByDialogs(context, agent);
      return;
    }
    const hook = agent.configurations.find(({ place }) => place.holds === 'hooks');
    const ways: ConnectWay[] = [
      ...(hook && agent.isFound ? (['hook'] as const) : []),
      'servers',
      // The editor's own agent gets them without a file.
      ...(context.lendable.length > 0 && agent.isFound && agent.format.id !== context.editor?.client
        ? (['lent'] as const)
        : []),
    ];
    const way = ways.length > 1 ? await dialogs.chooseWay(agent, ways) : 'servers';
    if (way === 'lent') {
      await lendChosen(context, agent);
    } else if (way === 'hook' && hook) {
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
  const made = await makeChange(context, {
    agent,
    configuration,
    change,
    recorded: [connectionOf(hookName, '', change.connected, agent.connections)],
    items: [{ file: configuration.place, server: hookName, isMissing: false }],
    places: [],
    texts: hookChangeTexts(configuration, runtime),
    remarks: hookRemarks(configuration, runtime),
    lines,
  });
  if (made) {
    await offerUndo(context, agent, [made], hookOutcomeText(configuration), false, '');
  }
}

async function connectChosen(context: ConnectContext, agent: FoundAgent): Promise<void> {
  const { dialogs } = context;
  const files = agent.configurations.filter(({ place }) => place.holds === 'servers');
  const rows = files.flatMap((configuration) =>
    configuration.servers.map((server): ServerRow => {
      const refusal = remoteRefusal(context, configuration, server);
      return { configuration, server: { ...server, refusal } };
    }),
  );
  if (rows.length === 0) {
    await explainNoServers(context, agent, files);
    return;
  }
  const chosen = await dialogs.chooseServers(agent, rows);
  if (!chosen || chosen.length === 0) {
    return;
  }
  const servers = chosen.map(({ server }) => server);
  const options = await dialogs.chooseOptions(agent.format, offerOptions(agent.format, servers));
  if (!options) {
    return;
  }
  const made: PlannedChange[] = [];
  let failure: string | undefined;
  for (const configuration of files.filter((file) => chosen.some((row) => row.configuration === file))) {
    const inFile = chosen.filter((row) => row.configuration === configuration);
    try {
      const planned = await planChange(context, await withRecords(context, agent), configuration, inFile, options);
      const change = await makeChange(context, planned);
      if (!change) {
        break;
      }
      made.push(change);
    } catch (error) {
      if (made.length === 0) {
        throw error;
      }
      failure = t('{0} was not changed. {1}', configuration.place.path, errorText(error, maxReasonLength));
      break;
    }
  }
  if (made.length > 0) {
    await tryAndTell(context, agent, made, failure);
  }
}

/** The agent with what is recorded of it now: the change of one of its files is known to that of the next one. */
async function withRecords({ agents }: ConnectContext, agent: FoundAgent): Promise<FoundAgent> {
  const { id } = agent.format;
  return {
    ...agent,
    connections: await agents.connections.listForChange(id),
    grants: await agents.grants.listForChange(id),
  };
}

/** @param failure why another file was not changed, as sentences for the user */
async function tryAndTell(
  context: ConnectContext,
  agent: FoundAgent,
  made: readonly PlannedChange[],
  failure: string | undefined,
): Promise<void> {
  const { dialogs, environment, trialFolder } = context;
  const written = made.find(({ configuration }) => configuration.refusal === undefined);
  const place = written?.places[0];
  const launch =
    written &&
    place &&
    readServerLaunch(agent.format, written.change.text, place, environment.variables, windowPlaces(environment));
  if (!launch || launch.isOpen || !place || trialFolder === undefined) {
    const text = triedText(agent.format, made.flatMap(namesOf), undefined);
    await offerUndo(context, agent, made, paragraph([text, failure]), failure !== undefined, '');
    return;
  }
  const folder = launch.folder ?? place.project ?? trialFolder;
  const result = await dialogs.whileTrying(place.name, () =>
    context.tryServer({ ...launch, folder }, environment.variables),
  );
  const text = triedText(agent.format, made.flatMap(namesOf), result && { name: place.name, result });
  const isProblem = result?.kind === 'failed';
  const details = isProblem ? result.lastLines : '';
  await offerUndo(context, agent, made, paragraph([text, failure]), isProblem || failure !== undefined, details);
}

function namesOf({ places }: PlannedChange): string[] {
  return places.map(({ name }) => name);
}

async function offerUndo(
  context: ConnectContext,
  { format: { id } }: FoundAgent,
  made: readonly PlannedChange[],
  text: string,
  isProblem: boolean,
  details: string,
): Promise<void> {
  await offerToUndo(context.dialogs, [text, isProblem, details], async () => {
    const found = await findAgents(context.environment, context.agents);
    const agent = found.find(({ format }) => format.id === id);
    if (agent) {
      const lent = made.flatMap(({ remotes }) => remotes?.lent ?? []).map(({ definition }) => definition.name);
      const outcome = await disconnectItems(context, agent, [
        ...made.flatMap(({ items }) => items),
        ...connectedItems(agent).filter((item) => item.lent && lent.includes(item.server)),
      ]);
      const undone = disconnectedText(agent, outcome);
      if (undone !== '') {
        context.dialogs.showMessage(undone);
      }
    }
  });
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
  const after = documentText([
    t('An entry that is connected looks like this, with your own NAME, COMMAND and ARGUMENT:'),
    example.trimEnd(),
  ]);
  await dialogs.offerCopy({ title: connectTitle({ format }), path, remarks: [], after }, reason, example);
}
