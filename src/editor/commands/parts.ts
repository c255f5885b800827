import type { Results } from '../../core/calls/results.ts';
import type { Drafts } from '../../core/drafts/drafts.ts';
import type { Remembered } from '../../core/remembered/remembered.ts';
import type { Servers } from '../../core/servers/servers.ts';
import type { ConfiguredServers } from '../configuredServers.ts';
import type { Demo } from '../demo.ts';
import type { Launching } from '../launch.ts';
import type { ServerLogs } from '../log.ts';
import type { Notices } from '../notices.ts';
import type { PanelSurface } from '../panel/surface.ts';
import type { InputValues } from '../secrets.ts';
import type { ServersView } from '../serversView.ts';
import type { ServerSettings } from '../settings.ts';
import type { Starts } from '../starts.ts';
import type { StoredEntries } from '../storedSecrets/storedEntries.ts';
import type { WireDocuments } from '../wireDocument.ts';

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
  readonly remembered: Remembered;
}

/** The record of what servers asked, as a person meets it. */
export interface HistorySurface {
  show(): void;
  /** Asks where to, and writes it there. Never rejects. */
  export(): Promise<void>;
  /** Asks, and drops everything. Never rejects. */
  clear(): Promise<void>;
}
