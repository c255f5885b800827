import { type AgentFormat, needsLongerLimit } from '#core/agents/connect/agentFormat.ts';
import type { AgentServer } from '#core/agents/connect/agentServers.ts';
import type { OptionsOffer } from './connectDialogs.ts';

type ChosenServer = Pick<AgentServer, 'limitMs' | 'isRequired' | 'wrapped'>;

/**
 * The options for chosen servers. What is written for all of them is ticked, so that no server gets an option of another one. The longer
 * limit is ticked if one of them is new or has it.
 */
export function offerOptions(format: AgentFormat, servers: readonly ChosenServer[]): OptionsOffer {
  const limits = servers.map(ownLimitMs).filter((ms) => needsLongerLimit(format, ms));
  return {
    ...(limits.length > 0 && { limitMs: Math.min(...limits) }),
    ticked: {
      raisesLimit: servers.some(({ wrapped }) => !wrapped || wrapped.ownLimitMs !== undefined),
      isRequired: servers.every(({ isRequired }) => isRequired),
      allFolders: servers.every(({ wrapped }) => (wrapped ? wrapped.allFolders : format.hasNoFolder)),
    },
  };
}

/** The limit of a server without what Connect has written. One that was changed since stays when the server is disconnected. */
function ownLimitMs({ limitMs, wrapped }: ChosenServer): number | undefined {
  return wrapped?.ownLimitMs !== undefined && wrapped.limitMs === limitMs ? wrapped.ownLimitMs : limitMs;
}
