import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type AgentConfiguration, readAgentConfiguration } from '#core/agents/connect/agentConfiguration.ts';
import { type AgentEnvironment, agentFiles } from '#core/agents/connect/agentFiles.ts';
import type { AgentFormat } from '#core/agents/connect/agentFormat.ts';
import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import type { ClientConnection } from '#core/agents/home/clientConnections.ts';
import type { LendingGrant } from '#core/agents/lending/grants.ts';
import type { AgentAccess } from './agentAccess.ts';

/** An agent, what its files hold, and what of it is connected. */
export interface FoundAgent {
  readonly format: AgentFormat;
  /** True if the agent has a file, or the folder for it, on this machine. */
  readonly isFound: boolean;
  /** Its files that exist, and the one for its hook even if it does not. */
  readonly configurations: readonly AgentConfiguration[];
  readonly connections: readonly ClientConnection[];
  /** The servers of this host that were lent to it. */
  readonly grants: readonly LendingGrant[];
}

/** All agents, those that are found on this machine first. @throws Error if something that is recorded of one cannot be read */
export async function findAgents(
  environment: AgentEnvironment,
  { connections, grants }: Pick<AgentAccess, 'connections' | 'grants'>,
): Promise<FoundAgent[]> {
  const places = agentFiles(environment);
  const agents = await Promise.all(
    Object.values(agentFormats).map(async (format): Promise<FoundAgent> => {
      const own = places.filter(({ agent }) => agent === format.id);
      const configurations = await Promise.all(own.map(readAgentConfiguration));
      const folders = own.filter(({ folder }) => folder === undefined).map(({ path }) => dirname(path));
      const isFound = configurations.some(isPresent) || (await hasFolder(folders, environment.userHome));
      return {
        format,
        isFound,
        configurations: configurations.filter((one) => isPresent(one) || one.place.holds === 'hooks'),
        connections: await connections.listForChange(format.id),
        grants: await grants.listForChange(format.id),
      };
    }),
  );
  const rank = (agent: FoundAgent) => (hasServers(agent) ? 0 : agent.isFound ? 1 : 2);
  return agents.toSorted((one, other) => rank(one) - rank(other));
}

export function hasServers({ configurations }: FoundAgent): boolean {
  return configurations.some(({ servers }) => servers.length > 0);
}

function isPresent({ file, refusal }: AgentConfiguration): boolean {
  return file !== undefined || refusal !== undefined;
}

async function hasFolder(folders: readonly string[], userHome: string): Promise<boolean> {
  const found = await Promise.all(
    folders.map((path) =>
      path === userHome
        ? false
        : stat(path).then(
            (stats) => stats.isDirectory(),
            () => false,
          ),
    ),
  );
  return found.includes(true);
}
