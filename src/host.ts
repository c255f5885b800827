import * as vscode from 'vscode';
import { followAgentConditions } from '#editor/agents/agentConditions.ts';
import { offerLentServers } from '#editor/agents/agentMode/offerLentServers.ts';
import { offerDisconnectWhenOff } from '#editor/agents/disconnectOffer.ts';
import { elicitForExtension } from '#editor/agents/extensionRequests.ts';
import { notifyThroughSystem } from '#editor/agents/systemNotifications.ts';
import { handleCommand } from '#editor/commands/commandHandlers.ts';
import { type CommandName, settingIds } from '#editor/common/contributions.ts';
import { withOrderedState } from '#editor/common/orderedState.ts';
import { RecordNotifications } from '#editor/history/recordNotifications.ts';
import { askingText } from '#editor/panel/attentionTexts.ts';
import { NewResults, ProgramCalls, WaitingCount } from '#editor/panel/statusBar.ts';
import { startOnStartup } from '#editor/servers/autoStart.ts';
import { completeQuestionSteps } from '#editor/serversView/walkthroughSteps.ts';
import { SettingsProblemNotifications } from '#editor/settings/settingsProblemNotifications.ts';
import { userSetting } from '#editor/settings/userSettings.ts';
import { HostPidFile } from '#editor/tabs/hostPidFile.ts';
import { HeldBackServers } from '#editor/trust/heldBackServers.ts';
import { shutDown } from '#editor/window/shutDown.ts';
import { setLanguage } from '#form/language.ts';
import { createAskers, createLaunching, createPanels, createServers, openStores, type Services } from './services.ts';

export interface Host {
  /** Runs a command with its argument, which is not validated yet. */
  run(name: CommandName, argument: unknown): unknown;
  /**
   * Asks the user for another extension. Resolves with the result of the elicitation. `token`: withdraws the request.
   * @throws Error with the code and the message that a server would receive
   */
  elicit(request: unknown, token: vscode.CancellationToken | undefined): Promise<unknown>;
  /**
   * Stops every server with its processes, and writes what the record has not written yet. The host replies
   * `cancel` to pending requests, if the connection allows it.
   */
  end(): Promise<void>;
}

/**
 * Creates and connects the services of the extension. They are disposed of with the subscriptions of `extensionContext`. A service
 * that needs one that is created later gets a function that returns it.
 */
export function startHost(extensionContext: vscode.ExtensionContext): Host {
  const context = withOrderedState(extensionContext);
  setLanguage(vscode.env.language, vscode.l10n.bundle);
  const serverServices = createServers(context, {
    isPanelInSight: () => panels.panel.isInSight,
    resolve: (definition, signal) => launching.launchResolver.resolve(definition, signal),
    callEnded: (ended) => stores.record.recordCall(ended),
  });
  const asking = {
    decideUnverified: (server, signal) => panels.panel.askAboutServer(server, signal),
    callEnded: (ended) => stores.record.recordCall(ended),
  } satisfies Parameters<typeof createAskers>[2];
  const askers = createAskers(context, serverServices, asking, {
    definitions: () => launching.configured.settings.definitions,
    resolve: (definition, mayAsk, signal) => launching.launchResolver.resolve(definition, signal, mayAsk),
  });
  const stores = openStores(context, serverServices, askers);
  const panels = createPanels(context, serverServices, askers, stores, () => services);
  const launching = createLaunching(context, serverServices, askers, panels);
  const services: Services = { ...serverServices, ...askers, ...stores, ...panels, ...launching };
  connectServices(context, services);
  return takeOverWindow(context, services);
}

/** Connects notifications, the status bar and the view to the services. Disposes of all of them with the extension. */
function connectServices({ subscriptions }: vscode.ExtensionContext, services: Services): void {
  const programCalls = new ProgramCalls();
  const { servers, agents, configured, controller, panel, view, messages, history, record, logs } = services;
  const showCalls = () => {
    const calls = servers.all.flatMap((server) => server.calls);
    programCalls.show(calls);
    panel.updateCalls([...calls, ...agents.sessions.calls]);
  };
  const setContext = (key: string, value: boolean) => void vscode.commands.executeCommand('setContext', key, value);
  subscriptions.push(
    completeQuestionSteps({ inbox: services.inbox, memory: services.memory, setContext }),
    services.callSecrets,
    new SettingsProblemNotifications(configured),
    new WaitingCount(controller, services.suspendedCalls, (count, text) => view.setBadge(count, text)),
    new NewResults(controller),
    programCalls,
    servers.onDidChange(showCalls),
    agents.onDidChange(showCalls),
    agents,
    services.agentLog,
    configured.onDidChange(() => logs.keepOnly(servers.all.map(({ definition }) => definition.id))),
    configured.onDidChange(() => agents.lending.check()),
    services.serverNotifications,
    new HeldBackServers(servers, services.serverStarter),
    view,
    services.agentsOverview,
    offerLentServers(agents, configured, (line) => services.agentLog.warn(line)),
    offerDisconnectWhenOff(agents, process.platform),
    followAgentConditions({
      agents,
      overview: services.agentsOverview,
      askers: services.askers,
      memory: services.memory,
      setContext,
    }),
    notifyThroughSystem({
      inbox: services.inbox,
      platform: process.platform,
      // In a remote window this process is not where the user is.
      isWanted: () =>
        userSetting(settingIds.agentsSystemNotification) === true &&
        vscode.env.remoteName === undefined &&
        !vscode.window.state.focused,
      textOf: (request) => askingText(request, services.attentionContent.value),
    }),
    services.settingsLenses,
    services.storedSecrets,
    configured,
    panel,
    panel.onDidChangeSight(() => messages.panelChanged()),
    services.exchangeDocuments,
    services.textDocuments,
    history,
    new RecordNotifications(record, messages, () => history.show()),
    services.tabs,
    services.focusTracker,
    services.settings,
    services.rateLimits,
    services.secretsRule,
    services.attention,
    services.attentionContent,
    services.review,
    services.workspaceRoots,
    services.checker,
  );
}

/** Takes over the tabs of an earlier extension host, and starts the servers that start with the window. */
function takeOverWindow({ storageUri, globalStorageUri }: vscode.ExtensionContext, services: Services): Host {
  const { tabs, settings, servers, agents, launchResolver, drafts, results, record, logs } = services;
  const pidFile = new HostPidFile(vscode.Uri.joinPath(storageUri ?? globalStorageUri, 'hosts').fsPath);
  tabs.begin(pidFile.begin());
  void startOnStartup(settings, servers, launchResolver);
  return {
    run: (name, argument) => handleCommand(services, name, argument),
    elicit: (request, token) => elicitForExtension(services.programs, request, token),
    // The record and the logs are needed until the servers have ended. The editor disposes of subscriptions before that.
    end: () => {
      pidFile.end();
      return shutDown({ drafts, results, servers, agents, record }).finally(() =>
        vscode.Disposable.from(record, logs).dispose(),
      );
    },
  };
}
