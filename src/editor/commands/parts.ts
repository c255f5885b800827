import type { Drafts } from '#core/drafts/drafts.ts';
import type { RememberedAnswers } from '#core/remembered/rememberedAnswers.ts';
import type { Results } from '#core/results/results.ts';
import type { Servers } from '#core/servers/servers.ts';
import type { PanelSurface } from '#editor/panel/screens/surface.ts';
import type { Launching } from '#editor/servers/launch.ts';
import type { ServerLogs } from '#editor/servers/log.ts';
import type { Notices } from '#editor/servers/notices.ts';
import type { InputValues } from '#editor/servers/secrets.ts';
import type { WireDocuments } from '#editor/servers/wireDocument.ts';
import type { ServersView } from '#editor/serversView/serversView.ts';
import type { ConfiguredServers } from '#editor/settings/configuredServers.ts';
import type { Demo } from '#editor/settings/demo.ts';
import type { ServerSettings } from '#editor/settings/settings.ts';
import type { StoredEntries } from '#editor/storedSecrets/storedEntries.ts';
import type { Starts } from '#editor/window/starts.ts';

/** What the commands work with. */
export interface CommandParts {
  readonly servers: Servers;
  readonly settings: ServerSettings;
  readonly configured: ConfiguredServers;
  readonly starts: Starts;
  readonly notices: Notices;
  readonly panel: PanelSurface;
  readonly launching: Pick<Launching, 'factsOf'>;
  readonly view: ServersView;
  readonly logs: ServerLogs;
  readonly inputValues: InputValues;
  readonly storedEntries: Pick<StoredEntries, 'unused'>;
  readonly demo: Demo;
  readonly wire: WireDocuments;
  readonly history: HistorySurface;
  readonly drafts: Drafts;
  readonly results: Results;
  readonly remembered: RememberedAnswers;
}

/** The record of what servers asked, as a person meets it. */
export interface HistorySurface {
  show(): void;
  /** Asks where to, and writes it there. Never rejects. */
  export(): Promise<void>;
  /** Asks, and drops everything. Never rejects. */
  clear(): Promise<void>;
}
