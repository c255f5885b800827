import { t } from '@vscode/l10n';
import type { AgentSessions } from '#core/agents/sessions/agentSessions.ts';
import type { ProgramRequests } from '#core/agents/sessions/programRequests.ts';
import type { ServerRateControl } from '#core/elicitation/serverRateControl.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { Attribution } from '#core/model/elicitationRequest.ts';

/** The servers of one asker that share a limit. Named like a server of the user settings, which have no scope beside their names. */
interface LimitedServers {
  readonly definition: Pick<ServerDefinition, 'id' | 'name' | 'scope'>;
  readonly rateControl: ServerRateControl;
}

/** The limits of connected agents and of other extensions, and the user's actions on them. */
export function askerLimits(sessions: AgentSessions, programs: ProgramRequests): readonly LimitedServers[] {
  const byId = new Map(sessions.all.map(({ server }) => [server.id, server]));
  return [
    ...[...byId.values()].map((server) => limited(server.id, nameOf(server), sessions.rateControlOf(server.id))),
    limited(programs.accountId, t('Other extensions'), programs.rateControl),
  ];
}

function limited(id: string, name: string, rateControl: ServerRateControl): LimitedServers {
  return { definition: { id, name, scope: { kind: 'user' } }, rateControl };
}

/** All servers of an agent that the user has not connected share one limit. */
function nameOf({ name, asker }: Attribution): string {
  return asker?.isConnected === false ? t('{0} · servers that you have not connected', asker.name) : name;
}
