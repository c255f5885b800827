import type { RunAuthorization } from '#core/authorization/runAuthorization.ts';
import type { Failure, HostError } from '#core/common/errors.ts';
import type { SecretMask } from '#core/common/secretMask.ts';
import type { ObservedTransport } from '#core/connection/sdk/observedTransport.ts';
import type { ReplyDelivery } from '#core/delivery/replyDelivery.ts';
import type { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import type { ElicitationModes, LaunchSpec } from '#core/model/definition.ts';
import type { Roots } from '#core/model/roots.ts';
import type { TimeLimits } from '#core/model/timeLimits.ts';
import type { ConnectionLog } from '#core/transport/connectionLog.ts';
import type { LauncherCommand } from '#core/transport/stdio/stdioTransport.ts';
import type { Connection, ConnectionListeners } from './connection.ts';
import type { EraMemory } from './eraMemory.ts';

export interface OpenOptions {
  /** The configured name, for failures. */
  readonly name: string;
  readonly spec: LaunchSpec;
  readonly launcher: LauncherCommand;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly limits: TimeLimits;
  readonly era: EraMemory;
  readonly log: ConnectionLog;
  readonly secrets: SecretMask;
  readonly elicitations: ElicitationHandler;
  /** The modes of elicitation that are declared. */
  readonly modes: ElicitationModes;
  /** Absent: roots are not declared. */
  readonly roots?: Roots | undefined;
  readonly listeners: ConnectionListeners;
  /** Absent: requests are sent without authorization. */
  readonly authorization?: RunAuthorization;
  /** Gives up the opening. */
  readonly signal: AbortSignal;
}

/**
 * How an attempt finds out the server's era. `ask`: by `server/discover`. `wait`: the same, but the server is known to be
 * modern and gets more time to answer. `legacy`: by no request; the attempt begins with `initialize`.
 */
export type EraProbe = 'legacy' | 'ask' | 'wait';

/** One attempt to connect: the transport that it goes over, and what depends on the kind of transport. */
export interface ConnectAttempt {
  readonly transport: ObservedTransport;
  readonly type: LaunchSpec['type'];
  readonly probe: EraProbe;
  readonly replies: ReplyDelivery;
  /** Why the attempt failed. */
  readonly explainStart: (error: unknown) => Promise<HostError>;
  /** Why the connection ended. `forgotten`: its session is over. */
  readonly explainEnd: (error: unknown, forgotten: boolean) => Failure;
  /** Why the host closed the connection. */
  readonly fault?: () => Failure | undefined;
  /** Resolves when the server has accepted the first request. Present where the user may have to sign in before. */
  readonly answered?: Promise<void>;
  /** What else must be waited for in the legacy era. */
  readonly ready?: () => Promise<void>;
  readonly terminateSession?: () => Promise<void>;
  /** Receives the connection. */
  readonly opened?: (connection: Connection) => void;
}

/** The cause of a failure to start: the server's process ended while `server/discover` waited for its answer. */
export class ExitedOnDiscover extends Error {}

/** The cause of a failure to start: the server answered `server/discover` after `initialize` had been sent. */
export class DiscoverAnsweredLate extends Error {}
