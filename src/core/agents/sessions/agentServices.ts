import type { PresenceCheck } from '#core/agents/endpoint/presenceCheck.ts';
import type { ClientConnections } from '#core/agents/home/clientConnections.ts';
import type { StateStore } from '#core/common/stateStore.ts';
import type { ElicitationServices } from '#core/elicitation/elicitationContext.ts';
import type { EndedCall } from '#core/model/endedCall.ts';

/** A server that an agent starts with a command that the user has not connected. All texts are hostile, on one line. */
export interface UnverifiedServer {
  /** The id of the client: `codex`. */
  readonly client: string;
  /** The agent's name: `Codex`. */
  readonly agent: string;
  /** The name that the server has in the agent's configuration. */
  readonly server: string;
  /** With every character visible. */
  readonly commandLine: string;
  /** True if `commandLine` is not the whole command, so that the user cannot connect it. */
  readonly isCommandCut: boolean;
  /** The agent's working directory. */
  readonly folder: string;
  /** True if the user has connected another command under this name. */
  readonly replacesConnected: boolean;
}

/**
 * `once`: the server may ask until its agent ends it, under a name that says that it is not connected. `update`: its command is recorded
 * as connected. `stop`: nothing of it is shown.
 */
export type UnverifiedDecision = 'once' | 'update' | 'stop';

/** Asks the user about a server that is not connected. A signal that is aborted means that the question is over. */
type DecideUnverified = (server: UnverifiedServer, signal: AbortSignal) => Promise<UnverifiedDecision>;

/** The services for the requests of agents. Those for elicitations are shared with the servers of this host. */
export interface AgentServices extends ElicitationServices {
  readonly memory: StateStore;
  readonly connections: Pick<ClientConnections, 'listing' | 'connect'>;
  readonly decideUnverified: DecideUnverified;
  readonly presence: Pick<PresenceCheck, 'check'>;
  /** True if a server of this host is lent to the client; `undefined` if that cannot be read now. Absent: none is. */
  readonly isLent?: (client: string, server: string) => Promise<boolean | undefined>;
  /** Called when a call of an agent has ended, for the record. */
  readonly callEnded?: (ended: EndedCall) => void;
  readonly warn: (line: string) => void;
}
