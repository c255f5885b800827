import { settlesWithin } from '#core/common/timing.ts';
import { defaultTimeLimits } from '#core/model/timeLimits.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import type { AgentConnection } from './agentConnection.ts';
import { readLentMessage } from './lentRequests.ts';

/**
 * True if a request has failed because the server does not know the session any more. The specification requires the HTTP status 404; many
 * servers return 400, which may have another reason. Then a ping decides; a server that does not answer it in time knows the session.
 * Source: MCP specification 2025-11-25, basic/transports, "Session Management".
 */
export async function hasLostSession(connection: AgentConnection, error: unknown): Promise<boolean> {
  const status = error instanceof SendFailure ? error.status : undefined;
  if (!connection.hasSession || (status !== 400 && status !== 404)) {
    return false;
  }
  return status === 404 || (await isPingRefused(connection));
}

async function isPingRefused(connection: AgentConnection): Promise<boolean> {
  let refused = false;
  const ping = connection
    .ask((id) => readLentMessage(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`))
    .catch((error: unknown) => {
      refused = error instanceof SendFailure && (error.status === 400 || error.status === 404);
    });
  await settlesWithin(ping, defaultTimeLimits.healthCheckMs);
  return refused;
}
