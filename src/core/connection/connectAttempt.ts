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
  /** The configured name, which failures show. */
  readonly name: string;
  readonly spec: LaunchSpec;
  readonly launcher: LauncherCommand;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly limits: TimeLimits;
  readonly era: EraMemory;
  readonly log: ConnectionLog;
  readonly secrets: SecretMask;
  readonly elicitations: ElicitationHandler;
  /** The modes of elicitation that are declared to the server. */
  readonly modes: ElicitationModes;
  /** Absent: roots are not declared. */
  readonly roots?: Roots | undefined;
  readonly listeners: ConnectionListeners;
  /** Absent: requests are sent without authorization. */
  readonly authorization?: RunAuthorization;
  /** Fires if the connection is not needed any more. */
  readonly signal: AbortSignal;
}

/**
 * How an attempt finds out the server's era. `discover`: by `server/discover`. `discoverLonger`: by `server/discover`, with
 * more time for a server that is known to be modern. `legacy`: by no request; the attempt begins with `initialize`.
 */
export type EraProbe = 'legacy' | 'discover' | 'discoverLonger';

/** One attempt to connect: its transport, and the functions that differ between the transports. */
export interface ConnectAttempt {
  readonly transport: ObservedTransport;
  readonly type: LaunchSpec['type'];
  readonly probe: EraProbe;
  readonly replies: ReplyDelivery;
  /** Why the attempt failed. */
  readonly explainStart: (error: unknown) => Promise<HostError>;
  /** Why the connection ended. */
  readonly explainEnd: (error: unknown, isSessionOver: boolean) => Failure;
  /** Why the host closed the connection; `undefined` if it did not. */
  readonly fault?: () => Failure | undefined;
  /** Resolves when the server has accepted the first request. Absent if the user never has to sign in before. */
  readonly firstResponse?: Promise<void>;
  /** Resolves when the transport is ready for the requests of a legacy server. */
  readonly ready?: () => Promise<void>;
  readonly terminateSession?: () => Promise<void>;
  /** Called with the open connection. */
  readonly onOpened?: (connection: Connection) => void;
}

/** The cause of a failure to start: the server's process ended while `server/discover` waited for its response. */
export class ExitedOnDiscover extends Error {}

/** The cause of a failure to start: the result of `server/discover` came after `initialize` had been sent. */
export class LateDiscoverResult extends Error {}
