import * as vscode from 'vscode';
import type { LendingServices } from '#core/agents/lending/lendingServices.ts';
import type { AgentServices } from '#core/agents/sessions/agentServices.ts';
import { ProgramRequests } from '#core/agents/sessions/programRequests.ts';
import { systemClock } from '#core/common/clock.ts';
import { ExistingRoots } from '#core/connection/existingRoots.ts';
import { argumentSecretsOf } from '#core/drafts/secretArguments.ts';
import { RateLimiter } from '#core/guard/rateLimiter.ts';
import { flaggedProperties } from '#core/guard/sensitive/flaggedFields.ts';
import { AnswerValidator } from '#core/inbox/answerValidator.ts';
import { Exchanges } from '#core/inbox/exchanges.ts';
import { Inbox } from '#core/inbox/inbox.ts';
import { SuspendedCalls } from '#core/inbox/suspendedCalls.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { EndedCall } from '#core/model/endedCall.ts';
import { CallSecrets } from '#core/results/callSecrets.ts';
import { Servers } from '#core/servers/servers.ts';
import { createWatchdog } from '#core/transport/stdio/watchdog.ts';
import { WorkerChecker } from '#core/validation/workerChecker.ts';
import { AgentLog } from '#editor/agents/agentLog.ts';
import { AgentsOverview } from '#editor/agents/agentsOverview.ts';
import { Askers } from '#editor/agents/askers.ts';
import { WindowAgents } from '#editor/agents/windowAgents.ts';
import { Agreements } from '#editor/agreement/agreements.ts';
import { EditorSecretStore } from '#editor/authorization/secretStore.ts';
import { signInServices } from '#editor/authorization/signInServices.ts';
import type { CommandContext } from '#editor/commands/commandContext.ts';
import { createPanelActions } from '#editor/commands/panelActions.ts';
import { MementoMemory } from '#editor/common/mementoMemory.ts';
import { HistoryPanel } from '#editor/history/historyPanel.ts';
import { describeServer } from '#editor/history/serverDescription.ts';
import { WindowRecord } from '#editor/history/windowRecord.ts';
import { ElicitationPanel } from '#editor/panel/elicitationPanel.ts';
import { FocusTracker } from '#editor/panel/focusTracker.ts';
import { PanelController } from '#editor/panel/panelController.ts';
import { ExchangeDocuments } from '#editor/servers/exchangeDocuments.ts';
import { InputPrompts } from '#editor/servers/inputPrompts.ts';
import { InputValueStore } from '#editor/servers/inputValueStore.ts';
import { LaunchResolver } from '#editor/servers/launchResolver.ts';
import { openDrafts, openRemembered, openResults } from '#editor/servers/openStores.ts';
import { ServerLogs } from '#editor/servers/serverLogs.ts';
import { createBackgroundMessages, ServerNotifications } from '#editor/servers/serverNotifications.ts';
import { WorkspaceRoots } from '#editor/servers/workspaceRoots.ts';
import { ServersView } from '#editor/serversView/serversView.ts';
import { SettingsLenses } from '#editor/serversView/settingsLenses.ts';
import { isDestructiveCall } from '#editor/serversView/toolAnnotations.ts';
import { ConfiguredServers } from '#editor/settings/configuredServers.ts';
import { DemoServers } from '#editor/settings/demoServers.ts';
import { workspaceName } from '#editor/settings/scopeLabels.ts';
import { ServerSettings } from '#editor/settings/serverSettings.ts';
import {
  watchAttention,
  watchAttentionContent,
  watchRateLimits,
  watchReviewRule,
  watchSecretsRule,
} from '#editor/settings/userSettings.ts';
import { StoredSecretsCleanup } from '#editor/storedSecrets/storedSecretsCleanup.ts';
import { OwnTabs } from '#editor/tabs/ownTabs.ts';
import { workspaceTrust } from '#editor/trust/workspaceTrust.ts';
import { ChangeReview } from '#editor/window/changeReview.ts';
import { ServerStarter } from '#editor/window/serverStarter.ts';
import { TextDocuments } from '#editor/window/textDocuments.ts';

/** The functions that the servers need of services that are created later. */
interface LaterServices {
  isPanelInSight(): boolean;
  resolve: LaunchResolver['resolve'];
  callEnded(ended: EndedCall): void;
}

/** The MCP servers, the requests that wait for the user, and the settings that both follow. */
export function createServers(context: vscode.ExtensionContext, { isPanelInSight, resolve, callEnded }: LaterServices) {
  const { version } = context.extension.packageJSON as { version: string };
  const logs = new ServerLogs();
  const settings = new ServerSettings();
  const serverStarter = new ServerStarter(isPanelInSight);
  const messages = createBackgroundMessages(isPanelInSight);
  const inbox = new Inbox();
  const suspendedCalls = new SuspendedCalls();
  const exchanges = new Exchanges();
  const checker = new WorkerChecker(distFile(context, 'validator.cjs'));
  const validator = new AnswerValidator(checker);
  const rateLimits = watchRateLimits();
  const secretsRule = watchSecretsRule();
  const rateLimiter = new RateLimiter(systemClock, (id) => ({
    ...rateLimits.value,
    ...servers.get(id)?.definition.entry.rateLimit,
  }));
  const workspaceRoots = new WorkspaceRoots();
  const memory = new MementoMemory(context.globalState);
  const watchdog = createWatchdog(distFile(context, 'windowsWatchdog.cjs'));
  const authorization = signInServices(
    context,
    (id) => serverStarter.isStartRequested(id) || (servers.get(id)?.calls.length ?? 0) > 0,
  );
  const servers: Servers = new Servers({
    inbox,
    suspendedCalls,
    exchanges,
    rateLimiter,
    secrets: () => secretsRule.value,
    roots: new ExistingRoots(workspaceRoots),
    resolve,
    logFor: (definition) => logs.logFor(definition),
    memory,
    clock: systemClock,
    watchdog,
    clientInfo: { name: 'mcp-elicitation-host', version },
    callEnded,
    authorization,
  });
  return {
    extensionId: context.extension.id,
    storageFolder: vscode.Uri.joinPath(context.globalStorageUri, '..').fsPath,
    logs,
    settings,
    serverStarter,
    messages,
    inbox,
    suspendedCalls,
    exchanges,
    checker,
    validator,
    rateLimits,
    rateLimiter,
    secretsRule,
    workspaceRoots,
    memory,
    servers,
    lent: { watchdog, authorization, memory, logFor: (definition: ServerDefinition) => logs.logFor(definition) },
  };
}

type ServersAndRequests = ReturnType<typeof createServers>;

/** The agents of this window and the other extensions, whose requests share everything with those of the servers. */
export function createAskers(
  context: vscode.ExtensionContext,
  { inbox, suspendedCalls, exchanges, rateLimiter, secretsRule, memory, messages, lent }: ServersAndRequests,
  later: Pick<AgentServices, 'decideUnverified' | 'callEnded'>,
  lending: Pick<LendingServices, 'definitions' | 'resolve'>,
) {
  const log = new AgentLog();
  const secrets = () => secretsRule.value;
  const shared = { inbox, suspendedCalls, exchanges, rateLimiter, secrets, clock: systemClock, memory };
  const programs = new ProgramRequests({ ...shared, warn: (line) => log.warn(line) }, () => askers.changed());
  const showProblem = (text: string) => void messages.show({ severity: 'error', text, buttons: [] });
  const agents = new WindowAgents(context, { ...shared, ...later }, { ...lent, ...lending }, { log, showProblem });
  const askers = new Askers(agents.sessions, programs);
  return { agentLog: log, programs, agents, askers, agentsOverview: new AgentsOverview(agents, askers, systemClock) };
}

type AskingServices = ReturnType<typeof createAskers>;

/** The stores for requests and calls: the record, drafts, results and remembered answers. */
export function openStores(
  context: vscode.ExtensionContext,
  { inbox, exchanges, servers, messages }: ServersAndRequests,
  { agents }: AskingServices,
) {
  const record = new WindowRecord(context, {
    inbox,
    exchanges,
    describe: (id) => describeServer(servers.get(id)) ?? agents.sessions.describe(id),
    maskOf: (id) => servers.get(id)?.mask ?? agents.sessions.maskOf(id),
    flagged: flaggedProperties,
  });
  const drafts = openDrafts(context, messages);
  const results = openResults(context, workspaceName(), messages);
  const callSecrets = new CallSecrets(inbox, (id) => servers.get(id)?.secrets);
  const remembered = openRemembered(context, messages);
  return { record, drafts, results, callSecrets, remembered };
}

type Stores = ReturnType<typeof openStores>;

/** The panel with the requests and results, the history, and the documents that show exchanges. */
export function createPanels(
  { extensionUri }: vscode.ExtensionContext,
  { inbox, suspendedCalls, exchanges, validator, servers }: ServersAndRequests,
  { agents, askers }: AskingServices,
  { record, drafts, results, callSecrets, remembered }: Stores,
  commandContext: () => CommandContext,
) {
  const focusTracker = new FocusTracker();
  const exchangeDocuments = new ExchangeDocuments(exchanges);
  const textDocuments = new TextDocuments();
  const changeReview = new ChangeReview(textDocuments);
  const review = watchReviewRule();
  const controller = new PanelController({
    inbox,
    suspendedCalls,
    validator,
    clock: systemClock,
    drafts,
    remembered,
    results,
    secretsOf: (callId, serverId, request, known) => callSecrets.take(callId, serverId, request, known),
    workspace: workspaceName(),
    reviewRule: () => review.value,
    isDestructive: (serverId, request) => isDestructiveCall(servers.get(serverId)?.offerings.tools ?? [], request),
    argumentsSchema: (serverId, request) => {
      const server = servers.get(serverId);
      return server && argumentSecretsOf(request, server.offerings).schema;
    },
    calls: () => [...servers.all.flatMap(({ calls }) => calls), ...agents.sessions.calls],
    servers: () => [...servers.all, ...askers.limits],
    setUp: () => (servers.all.length > 0 ? 'servers' : agents.isEnabled ? 'onlyAgents' : 'nothing'),
    definition: (id) => servers.get(id)?.definition,
    serverInfo: (id) => {
      const state = servers.get(id)?.state;
      return state?.kind === 'running' ? state.serverInfo : undefined;
    },
    actions: createPanelActions(commandContext),
  });
  controller.onDidChange(() =>
    record.recording.setShownRequest(controller.isSeen ? controller.current?.request?.id : undefined),
  );
  controller.onDidFailToDraw((id) => record.recording.markUndrawn(id));
  const tabs = new OwnTabs();
  const history = new HistoryPanel({
    extensionUri,
    record,
    exchanges,
    servers,
    tabs,
    showExchange: (id) => void exchangeDocuments.show(id),
  });
  const attention = watchAttention();
  const attentionContent = watchAttentionContent();
  const panel = new ElicitationPanel(extensionUri, tabs, {
    controller,
    inbox,
    suspendedCalls,
    focusTracker,
    attention: () => attention.value,
    attentionContent: () => attentionContent.value,
  });
  return {
    focusTracker,
    exchangeDocuments,
    textDocuments,
    changeReview,
    review,
    controller,
    tabs,
    history,
    attention,
    attentionContent,
    panel,
  };
}

type Panels = ReturnType<typeof createPanels>;

/** The configured servers in their view, and the services that decide whether they start, and with which values. */
export function createLaunching(
  context: vscode.ExtensionContext,
  { settings, serverStarter, servers, logs, messages }: ServersAndRequests,
  { agentsOverview }: AskingServices,
  { panel }: Panels,
) {
  const { globalState, secrets, workspaceState } = context;
  const inputValues = new InputValueStore({ secrets, global: globalState, workspace: workspaceState }, workspaceName());
  const agreements = new Agreements(workspaceState, (request) => panel.askAgreement(request), serverStarter);
  const launchResolver = new LaunchResolver(settings, agreements, new InputPrompts(inputValues), () =>
    workspaceTrust(context.globalStorageUri),
  );
  const demo = new DemoServers(globalState, {
    legacy: distFile(context, 'demo.cjs'),
    modern: distFile(context, 'demoModern.cjs'),
  });
  const configured = new ConfiguredServers(settings, servers, demo);
  const storedSecrets = new StoredSecretsCleanup(context, new EditorSecretStore(secrets), configured, inputValues);
  const view = new ServersView(servers, configured, agentsOverview);
  const settingsLenses = new SettingsLenses(servers, context.globalStorageUri);
  const serverNotifications = new ServerNotifications(servers, logs, serverStarter, messages);
  return { inputValues, launchResolver, demo, configured, storedSecrets, view, settingsLenses, serverNotifications };
}

type Launching = ReturnType<typeof createLaunching>;

/** All services of the extension. */
export type Services = ServersAndRequests & AskingServices & Stores & Panels & Launching;

/** The path of a bundled file. */
function distFile({ extensionUri }: vscode.ExtensionContext, name: string): string {
  return vscode.Uri.joinPath(extensionUri, 'dist', name).fsPath;
}
