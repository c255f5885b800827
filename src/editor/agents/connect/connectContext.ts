import type { AgentEnvironment } from '#core/agents/connect/agentFiles.ts';
import type { tryServer } from '#core/agents/connect/serverTrial.ts';
import type { ProxyRuntime } from '#core/agents/connect/wrappedCommand.ts';
import type { readImportFile } from '#core/configuration/importFile.ts';
import type { readServers } from '#core/configuration/serverEntries.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { planImport } from '#editor/adding/importPlan.ts';
import type { EditorWithAgent } from '#editor/agents/agentMode/lendableServers.ts';
import type { AgentAccess } from '#editor/agents/connections/agentAccess.ts';
import type { UserServers } from '#editor/settings/userServers.ts';
import type { ConnectDialogs } from './connectDialogs.ts';

export interface Importing {
  readonly readFile: typeof readImportFile;
  readonly readServers: typeof readServers;
  readonly plan: typeof planImport;
}

/** What connecting and disconnecting use, apart from the editor. */
export interface ConnectContext {
  readonly agents: AgentAccess;
  readonly dialogs: ConnectDialogs;
  readonly environment: AgentEnvironment;
  readonly runtime: ProxyRuntime;
  /** The servers of this host that can be lent. */
  readonly lendable: readonly ServerDefinition[];
  /** The servers of the user settings. */
  readonly userServers: Pick<UserServers, 'entries' | 'inputIds' | 'hasValue' | 'entry' | 'add' | 'remove'>;
  /** How Import Servers reads and plans. Passed in, so that it is not bundled twice. */
  readonly importing: Importing;
  readonly tryServer: typeof tryServer;
  /** Where a server is tried whose entry names no folder. Absent: no server is tried, because the workspace is not trusted. */
  readonly trialFolder: string | undefined;
  /** `undefined` in an editor without an agent of its own that can use servers of this host. */
  readonly editor: EditorWithAgent | undefined;
  /** Switches agents off. */
  readonly disable: () => Promise<void>;
}
