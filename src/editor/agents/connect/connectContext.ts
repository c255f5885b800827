import type { AgentEnvironment } from '#core/agents/connect/agentFiles.ts';
import type { tryServer } from '#core/agents/connect/serverTrial.ts';
import type { ProxyRuntime } from '#core/agents/connect/wrappedCommand.ts';
import type { AgentAccess } from './agentAccess.ts';
import type { ConnectDialogs } from './connectDialogs.ts';

/** What connecting and disconnecting use, apart from the editor. */
export interface ConnectContext {
  readonly agents: AgentAccess;
  readonly dialogs: ConnectDialogs;
  readonly environment: AgentEnvironment;
  readonly runtime: ProxyRuntime;
  readonly tryServer: typeof tryServer;
  /** Where a server is tried whose entry names no folder. Absent: no server is tried, because the workspace is not trusted. */
  readonly trialFolder: string | undefined;
  /** Switches agents off. */
  readonly disable: () => Promise<void>;
}
