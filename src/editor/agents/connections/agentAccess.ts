import type { HomeFolder } from '#agentProtocol/homeFolder.ts';
import type { ClientConnections } from '#core/agents/home/clientConnections.ts';
import type { ClientKeys } from '#core/agents/home/clientKeys.ts';
import type { Grants } from '#core/agents/lending/grants.ts';

/** What connecting and disconnecting need of the agents of this window. */
export interface AgentAccess {
  readonly isEnabled: boolean;
  readonly home: HomeFolder;
  readonly connections: ClientConnections;
  readonly keys: ClientKeys;
  readonly grants: Grants;
  /** Switches agents on, and copies the program that they start. */
  enable(): Promise<void>;
  /** Copies the program again, while agents are on. */
  install(): Promise<void>;
  /** Closes the connections of a client whose key was deleted. */
  disconnect(client: string): void;
  /** Tells that servers were connected or disconnected. */
  connectionsChanged(): void;
}
