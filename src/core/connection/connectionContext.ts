import type { Client } from '@modelcontextprotocol/client';
import type { ObservedTransport } from '#core/connection/sdk/observedTransport.ts';
import type { LaunchSpec } from '#core/model/definition.ts';
import type { UserInteractions } from '#core/model/pausableTimeout.ts';
import type { ServerInfo } from '#core/model/serverState.ts';
import type { TimeLimits } from '#core/model/timeLimits.ts';
import type { ConnectionLog } from '#core/transport/connectionLog.ts';

/** The services that the parts of one connection share. */
export interface ConnectionContext {
  /** Connected to `transport`. */
  readonly client: Client;
  readonly transport: ObservedTransport;
  readonly type: LaunchSpec['type'];
  readonly era: ServerInfo['era'];
  readonly log: ConnectionLog;
  readonly limits: TimeLimits;
  /** The elicitations of this server and the sign-in, during which its time limits pause. */
  readonly interactions: UserInteractions;
}

/**
 * True if annotated arguments of a tool call are repeated in HTTP headers.
 * Source: MCP specification 2026-07-28, basic/transports/streamable-http, "Custom Headers from Tool Parameters".
 */
export function repeatsParametersInHeaders({ era, type }: Pick<ConnectionContext, 'era' | 'type'>): boolean {
  return era === 'modern' && type !== 'stdio';
}
