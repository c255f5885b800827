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
import type { Watchdog } from '#core/transport/stdio/watchdog.ts';
import type { Connection, ConnectionListeners } from './connection.ts';
import type { EraMemory } from './eraMemory.ts';

export interface ConnectOptions {
  /** The configured name, which failures show. */
  readonly name: string;
  readonly spec: LaunchSpec;
  readonly watchdog: Watchdog;
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
  /** Fires when the connection is not needed any more, also while it is being opened. */
  readonly signal: AbortSignal;
}

/**
 * How an attempt finds out the server's era. `discover`: by `server/discover`. `discoverLonger`: by `server/discover`, with
 * more time for a server that is known to be modern. `legacy`: the server is taken to be legacy, and the attempt begins with
 * `initialize`.
 */
export type EraProbe = 'legacy' | 'discover' | 'discoverLonger';

/** One attempt to connect: its transport, and what differs between the transports. */
export interface ConnectAttempt {
  readonly transport: ObservedTransport;
  readonly type: LaunchSpec['type'];
  readonly probe: EraProbe;
  readonly replies: ReplyDelivery;
  /** Why the attempt failed. The `cause` of the HostError shows whether another attempt may succeed. */
  readonly explainStartFailure: (error: unknown) => Promise<HostError>;
  /** Why the connection ended. `isSessionOver`: true if another session can begin. */
  readonly explainEnd: (error: unknown, isSessionOver: boolean) => Failure;
  /**
   * Why the host closed the connection; `undefined` if it did not. Absent for stdio, where `explainEnd` includes the reason.
   */
  readonly failureByHost?: () => Failure | undefined;
  /**
   * Resolves when the server has accepted a request, or has refused it also with other tokens. Absent for stdio and
   * for requests without authorization.
   */
  readonly firstRequestSettled?: Promise<void>;
  /** Waits, for two seconds at most, for the stream on which a legacy server pushes requests. Absent for other transports. */
  readonly waitForStandaloneStream?: () => Promise<void>;
  readonly terminateSession?: () => Promise<void>;
  /** Called once, when the session has begun. */
  readonly onOpened?: (connection: Connection) => void;
}

/**
 * The cause of a failure to start: the server's process ended before the connection was ready. If the attempt has sent
 * `server/discover`, another attempt without it follows.
 */
export class ExitedBeforeReadyError extends Error {}

/**
 * The cause of a failure to start: the result of `server/discover` came after `initialize` had been sent. The server is
 * modern, so another attempt gives it more time.
 */
export class LateDiscoverResultError extends Error {}
