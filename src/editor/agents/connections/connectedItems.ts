import { type AgentConfiguration, readConnectedFiles } from '#core/agents/connect/agentConfiguration.ts';
import type { AgentFile } from '#core/agents/connect/agentFiles.ts';
import { isSamePlace, type ServerPlace } from '#core/agents/connect/agentServers.ts';
import type { LendingGrant } from '#core/agents/lending/grants.ts';
import { hookName, rememberedFile, rememberedPaths } from './connectionMemory.ts';
import type { FoundAgent } from './foundAgents.ts';

/** A connected server of an agent, or its hook. */
export interface ConnectedItem {
  /** Absent for a connection of which no file is known. */
  readonly file?: AgentFile;
  /** The name under which it is recorded; empty for the hook. */
  readonly server: string;
  /** The grant of a server of this host that was lent. Absent for others. */
  readonly lent?: LendingGrant;
  /** Where it stands in the file. Absent for the hook, and if it is not in the file any more. */
  readonly place?: ServerPlace;
  /** True if it is recorded, and the file does not have it. */
  readonly isMissing: boolean;
}

/** Everything of an agent that is connected: what its files say, and what is recorded. */
export function connectedItems(agent: FoundAgent): ConnectedItem[] {
  const lent = agent.grants.map((grant): ConnectedItem => ({ server: grant.server, lent: grant, isMissing: false }));
  return [...ownItems(agent), ...lent];
}

/** The agent's own servers that are connected, and its hook. */
export function ownItems({ format, configurations, connections }: FoundAgent): ConnectedItem[] {
  const known = rememberedPaths(connections).flatMap((path): AgentConfiguration[] => {
    if (configurations.some(({ place }) => place.path === path)) {
      return [];
    }
    const isHook = rememberedFile(connections, path)?.hook !== undefined;
    return [{ place: { agent: format.id, path, holds: isHook ? 'hooks' : 'servers' }, servers: [] }];
  });
  const written = [...configurations, ...known].flatMap(itemsIn);
  const isWritten = (server: string, path: string) =>
    written.some((item) => item.server === server && item.file?.path === path);
  const placeOf = (path: string): AgentFile =>
    [...configurations, ...known].find(({ place }) => place.path === path)?.place ?? {
      agent: format.id,
      path,
      holds: 'servers',
    };
  const missing = connections.flatMap(({ server, undo }): ConnectedItem[] => {
    const files = readConnectedFiles(undo);
    if (files.length === 0) {
      return written.some((item) => item.server === server) ? [] : [{ server, isMissing: true }];
    }
    return files
      .filter(({ path }) => !isWritten(server, path))
      .map(({ path }) => ({ file: placeOf(path), server, isMissing: true }));
  });
  return [...written, ...missing];
}

function itemsIn({ place: file, servers, hook }: AgentConfiguration): ConnectedItem[] {
  const wrapped = servers.flatMap(({ name, project, wrapped }): ConnectedItem[] =>
    wrapped
      ? [{ file, server: wrapped.server, place: { name, ...(project !== undefined && { project }) }, isMissing: false }]
      : [],
  );
  return hook?.isConnected ? [...wrapped, { file, server: hookName, isMissing: false }] : wrapped;
}

/** True if two items stand at the same place of the same file. */
export function isSameItem(one: ConnectedItem, other: ConnectedItem): boolean {
  const isSameEntry = one.place && other.place ? isSamePlace(one.place, other.place) : one.place === other.place;
  const isSameKind = (one.lent === undefined) === (other.lent === undefined);
  return one.file?.path === other.file?.path && one.server === other.server && isSameEntry && isSameKind;
}
