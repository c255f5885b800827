import * as vscode from 'vscode';
import { systemClock } from '#core/common/clock.ts';
import { PresentRoots } from '#core/connection/presentRoots.ts';
import { RateLimiter } from '#core/guard/rateLimiter.ts';
import { flaggedProperties } from '#core/guard/sensitive/flaggedFields.ts';
import { AnswerValidator } from '#core/inbox/answerValidator.ts';
import { Exchanges } from '#core/inbox/exchanges.ts';
import { Inbox } from '#core/inbox/inbox.ts';
import { SuspendedCalls } from '#core/inbox/suspendedCalls.ts';
import type { CallRequest } from '#core/model/call.ts';
import { CallSecrets } from '#core/results/callSecrets.ts';
import type { Server } from '#core/servers/server.ts';
import { Servers } from '#core/servers/servers.ts';
import { WorkerChecker } from '#core/validation/workerChecker.ts';
import { Agreements } from '#editor/agreement/agreements.ts';
import { authorizationPorts } from '#editor/authorization/authorizationPorts.ts';
import { EditorSecretStore } from '#editor/authorization/secretStore.ts';
import type { CommandContext } from '#editor/commands/commandContext.ts';
import { handleCommand } from '#editor/commands/commandHandlers.ts';
import { createPanelActions } from '#editor/commands/panelActions.ts';
import type { CommandName } from '#editor/common/contributions.ts';
import { MementoMemory } from '#editor/common/mementoMemory.ts';
import { withOrderedState } from '#editor/common/orderedState.ts';
import { HistoryPanel } from '#editor/history/historyPanel.ts';
import { RecordNotifications } from '#editor/history/recordNotifications.ts';
import { WindowRecord } from '#editor/history/windowRecord.ts';
import { ElicitationPanel } from '#editor/panel/elicitationPanel.ts';
import { FocusTracker } from '#editor/panel/focusTracker.ts';
import { PanelController } from '#editor/panel/panelController.ts';
import { NewResults, ProgramCalls, WaitingCount } from '#editor/panel/statusBar.ts';
import { startOnStartup } from '#editor/servers/autoStart.ts';
import { InputPrompts } from '#editor/servers/inputPrompts.ts';
import { InputValueStore } from '#editor/servers/inputValueStore.ts';
import { LaunchResolver } from '#editor/servers/launchResolver.ts';
import { openDrafts, openRemembered, openResults } from '#editor/servers/openStores.ts';
import { ServerLogs } from '#editor/servers/serverLogs.ts';
import { createBackgroundMessages, ServerNotifications } from '#editor/servers/serverNotifications.ts';
import { WireDocuments } from '#editor/servers/wireDocuments.ts';
import { WorkspaceRoots } from '#editor/servers/workspaceRoots.ts';
import { ServersView } from '#editor/serversView/serversView.ts';
import { completeAnsweringStep } from '#editor/serversView/walkthrough.ts';
import { ConfiguredServers } from '#editor/settings/configuredServers.ts';
import { DemoServers } from '#editor/settings/demoServers.ts';
import { workspaceName } from '#editor/settings/scopes.ts';
import { ServerSettings } from '#editor/settings/serverSettings.ts';
import { SettingsProblemNotifications } from '#editor/settings/settingsProblemNotifications.ts';
import { watchAttention, watchRateLimits, watchReviewRule, watchSecretsRule } from '#editor/settings/userSettings.ts';
import { StoredSecretsCleanup } from '#editor/storedSecrets/storedSecretsCleanup.ts';
import { HostPidFile } from '#editor/tabs/hostPidFile.ts';
import { OwnTabs } from '#editor/tabs/ownTabs.ts';
import { HeldBackServers } from '#editor/trust/heldBackServers.ts';
import { workspaceTrust } from '#editor/trust/workspaceTrust.ts';
import { ServerStarter } from '#editor/window/serverStarter.ts';
import { shutDown } from '#editor/window/shutDown.ts';
import { setLanguage } from '#form/language.ts';

export interface Host {
  /** Runs a command. `argument`: what it was called with, not checked. */
  run(name: CommandName, argument: unknown): unknown;
  /**
   * Stops every server with its processes, and writes what the record has not written yet. A pending request is answered with
   * cancel, if the connection allows it.
   */
  end(): Promise<void>;
}

/** Creates and connects the parts of the extension. What they register with the editor is disposed of with its subscriptions. */
export function startHost(extensionContext: vscode.ExtensionContext): Host {
  const context = withOrderedState(extensionContext);
  setLanguage(vscode.env.language, vscode.l10n.bundle);
  const { extension, globalState, secrets, subscriptions, workspaceState } = context;
  const distFile = (name: string) => vscode.Uri.joinPath(context.extensionUri, 'dist', name).fsPath;
  const { version } = extension.packageJSON as { version: string };

  const logs = new ServerLogs();
  const settings = new ServerSettings();
  const serverStarter = new ServerStarter(() => panel.isInSight);
  const messages = createBackgroundMessages(() => panel.isInSight);
  const inbox = new Inbox();
  const suspendedCalls = new SuspendedCalls();
  const exchanges = new Exchanges();
  const checker = new WorkerChecker(distFile('validator.cjs'));
  const validator = new AnswerValidator(checker);
  const rateLimits = watchRateLimits();
  const secretFields = watchSecretsRule();
  const rateLimiter = new RateLimiter(systemClock, (id) => ({
    ...rateLimits.value,
    ...servers.get(id)?.definition.entry.rateLimit,
  }));
  const workspaceRoots = new WorkspaceRoots();
  const servers = new Servers({
    inbox,
    suspendedCalls,
    exchanges,
    rateLimiter,
    secrets: () => secretFields.value,
    roots: new PresentRoots(workspaceRoots),
    resolve: (definition, signal) => launchResolver.resolve(definition, signal),
    logFor: (definition) => logs.logFor(definition),
    memory: new MementoMemory(globalState),
    clock: systemClock,
    launcher: { command: process.execPath, args: [distFile('launcher.cjs')], env: { ELECTRON_RUN_AS_NODE: '1' } },
    clientInfo: { name: 'mcp-elicitation-host', version },
    callEnded: (ended) => record.callEnded(ended),
    authorization: authorizationPorts(
      context,
      (id) => serverStarter.isStartedByUser(id) || (servers.get(id)?.calls.length ?? 0) > 0,
    ),
  });
  const record = new WindowRecord(context, {
    inbox,
    exchanges,
    describe: (id) => describeServer(servers.get(id)),
    maskOf: (id) => servers.get(id)?.mask,
    flagged: flaggedProperties,
  });
  const drafts = openDrafts(context, messages);
  const results = openResults(context, workspaceName(), messages);
  const callSecrets = new CallSecrets(inbox, (id) => servers.get(id)?.secrets);
  const remembered = openRemembered(context);
  const focusTracker = new FocusTracker();
  const wire = new WireDocuments(exchanges);
  const review = watchReviewRule();
  const controller = new PanelController({
    inbox,
    suspendedCalls,
    validator,
    clock: systemClock,
    drafts,
    remembered,
    results,
    secretsOf: (callId, serverId, request) =>
      callSecrets.take(callId, serverId, request, inputSchemaOf(servers.get(serverId), request)),
    workspace: workspaceName(),
    reviewRule: () => review.value,
    calls: () => servers.all.flatMap(({ calls }) => calls),
    servers: () => servers.all,
    definition: (id) => servers.get(id)?.definition,
    actions: createPanelActions(() => commandContext),
  });
  controller.onDidChange(() =>
    record.recording.setShownRequest(controller.isSeen ? controller.current?.request?.id : undefined),
  );
  controller.onDidFailToDraw((id) => record.recording.markUndrawn(id));
  const tabs = new OwnTabs();
  const history = new HistoryPanel({
    extensionUri: context.extensionUri,
    record,
    exchanges,
    servers,
    tabs,
    showWire: (id) => void wire.show(id),
  });
  const attention = watchAttention();
  const panel = new ElicitationPanel(context.extensionUri, tabs, {
    controller,
    inbox,
    suspendedCalls,
    focusTracker,
    attention: () => attention.value,
  });
  const inputValues = new InputValueStore({ secrets, global: globalState, workspace: workspaceState }, workspaceName());
  const agreements = new Agreements(workspaceState, (request) => panel.askAgreement(request), serverStarter);
  const launchResolver = new LaunchResolver(settings, agreements, new InputPrompts(inputValues), () =>
    workspaceTrust(context.globalStorageUri),
  );
  const demo = new DemoServers(globalState, { legacy: distFile('demo.cjs'), modern: distFile('demoModern.cjs') });
  const configured = new ConfiguredServers(settings, servers, demo);
  const storedSecrets = new StoredSecretsCleanup(context, new EditorSecretStore(secrets), configured, inputValues);
  const view = new ServersView(servers, configured);
  const serverNotifications = new ServerNotifications(servers, logs, serverStarter, messages);
  const programCalls = new ProgramCalls();
  const commandContext: CommandContext = {
    servers,
    settings,
    configured,
    serverStarter,
    serverNotifications,
    panel,
    launchResolver,
    view,
    logs,
    inputValues,
    storedSecrets,
    demo,
    wire,
    history,
    drafts,
    results,
    remembered,
  };

  subscriptions.push(
    completeAnsweringStep(inbox),
    callSecrets,
    new SettingsProblemNotifications(configured),
    new WaitingCount(controller, suspendedCalls, (count, text) => view.setBadge(count, text)),
    new NewResults(controller),
    programCalls,
    servers.onDidChange(() => {
      const calls = servers.all.flatMap((server) => server.calls);
      programCalls.show(calls);
      panel.callsChanged(calls);
    }),
    configured.onDidChange(() => logs.keepOnly(servers.all.map(({ definition }) => definition.id))),
    serverNotifications,
    new HeldBackServers(servers, serverStarter),
    view,
    storedSecrets,
    configured,
    panel,
    panel.onDidChangeSight(() => messages.panelChanged()),
    wire,
    history,
    new RecordNotifications(record, messages, () => history.show()),
    tabs,
    focusTracker,
    settings,
    rateLimits,
    secretFields,
    attention,
    review,
    workspaceRoots,
    checker,
  );
  const pidFile = new HostPidFile(vscode.Uri.joinPath(context.storageUri ?? context.globalStorageUri, 'hosts').fsPath);
  tabs.begin(pidFile.begin());
  void startOnStartup(settings, servers, launchResolver);
  return {
    run: (name, argument) => handleCommand(commandContext, name, argument),
    // The record and the logs are needed until the servers have ended. The editor disposes of subscriptions before that.
    end: () => {
      pidFile.end();
      return shutDown({ drafts, results, servers, record }).finally(() =>
        vscode.Disposable.from(record, logs).dispose(),
      );
    },
  };
}

/** The input schema of the tool that is called, if its server runs. */
function inputSchemaOf(server: Server | undefined, request: CallRequest): unknown {
  return request.kind === 'tool'
    ? server?.offerings.tools.find(({ name }) => name === request.name)?.inputSchema
    : undefined;
}

/** The scope and the protocol version of a server, for the record. */
function describeServer(server: Server | undefined) {
  const { scope } = server?.definition ?? {};
  return {
    scope: scope?.kind === 'folder' ? scope.name : scope?.kind,
    protocol: server?.state.kind === 'running' ? server.state.self.protocolVersion : undefined,
  };
}
