import type { Drafts } from '#core/drafts/drafts.ts';
import type { RememberedAnswers } from '#core/remembered/rememberedAnswers.ts';
import type { Results } from '#core/results/results.ts';
import type { Servers } from '#core/servers/servers.ts';
import type { Askers } from '#editor/agents/askers.ts';
import type { WindowAgents } from '#editor/agents/windowAgents.ts';
import type { HistoryPanel } from '#editor/history/historyPanel.ts';
import type { ElicitationPanel } from '#editor/panel/elicitationPanel.ts';
import type { PanelController } from '#editor/panel/panelController.ts';
import type { ExchangeDocuments } from '#editor/servers/exchangeDocuments.ts';
import type { InputValueStore } from '#editor/servers/inputValueStore.ts';
import type { LaunchResolver } from '#editor/servers/launchResolver.ts';
import type { ServerLogs } from '#editor/servers/serverLogs.ts';
import type { ServerNotifications } from '#editor/servers/serverNotifications.ts';
import type { ServersView } from '#editor/serversView/serversView.ts';
import type { ConfiguredServers } from '#editor/settings/configuredServers.ts';
import type { DemoServers } from '#editor/settings/demoServers.ts';
import type { ServerSettings } from '#editor/settings/serverSettings.ts';
import type { StoredSecretsCleanup } from '#editor/storedSecrets/storedSecretsCleanup.ts';
import type { ChangeReview } from '#editor/window/changeReview.ts';
import type { ServerStarter } from '#editor/window/serverStarter.ts';
import type { TextDocuments } from '#editor/window/textDocuments.ts';

/** The services that the commands use. */
export interface CommandContext {
  /** The id in the form `publisher.name`. */
  readonly extensionId: string;
  /** The folder in which the extensions of this editor keep files, each in a folder of its own. */
  readonly storageFolder: string;
  readonly servers: Servers;
  readonly agents: WindowAgents;
  readonly askers: Pick<Askers, 'all'>;
  readonly settings: ServerSettings;
  readonly configured: ConfiguredServers;
  readonly serverStarter: ServerStarter;
  readonly serverNotifications: ServerNotifications;
  readonly panel: Pick<
    ElicitationPanel,
    'addResult' | 'askAgreement' | 'askArguments' | 'open' | 'openResults' | 'regainKeyboard'
  >;
  readonly controller: Pick<PanelController, 'current' | 'hostScreens'>;
  readonly launchResolver: Pick<LaunchResolver, 'launchFacts'>;
  readonly view: ServersView;
  readonly logs: ServerLogs;
  readonly inputValues: InputValueStore;
  readonly storedSecrets: Pick<StoredSecretsCleanup, 'unused'>;
  readonly demo: DemoServers;
  readonly exchangeDocuments: ExchangeDocuments;
  readonly textDocuments: Pick<TextDocuments, 'show' | 'showChange'>;
  readonly changeReview: ChangeReview;
  readonly history: Pick<HistoryPanel, 'show' | 'export' | 'clear'>;
  readonly drafts: Drafts;
  readonly results: Results;
  readonly remembered: RememberedAnswers;
}
