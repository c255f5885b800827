import type { RunAuthorization } from '#core/authorization/runAuthorization.ts';
import type { Failure, HostError } from '#core/common/errors.ts';
import type { SecretMask } from '#core/common/secretMask.ts';
import type { ReplyDelivery } from '#core/delivery/replyDelivery.ts';
import type { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import type { ElicitationModes, LaunchSpec } from '#core/model/definition.ts';
import type { Roots } from '#core/model/roots.ts';
import type { TimeLimits } from '#core/model/timeLimits.ts';
import type { LauncherCommand } from '#core/transport/stdio/stdioTransport.ts';
import type { WireLog } from '#core/transport/wireLog.ts';
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
  readonly log: WireLog;
  readonly secrets: SecretMask;
  readonly questions: ElicitationHandler;
  /** What of elicitation is declared. */
  readonly modes: ElicitationModes;
  /** Absent: roots are not declared. */
  readonly roots?: Roots | undefined;
  readonly listeners: ConnectionListeners;
  /** Absent: requests are sent as they are. */
  readonly authorization?: RunAuthorization;
  /** Gives up the opening. */
  readonly signal: AbortSignal;
}

/** `wait`: the server is known to speak the modern era, and may take long to say so. */
export type EraProbe = 'legacy' | 'ask' | 'wait';

/** How one attempt to connect goes. */
export interface ConnectAttempt {
  readonly type: 'stdio' | 'http' | 'sse';
  readonly era: EraProbe;
  readonly replies: ReplyDelivery;
  readonly explainStart: (error: unknown) => Promise<HostError>;
  readonly explainEnd: (error: unknown, forgotten: boolean) => Failure;
  /** Why we closed the connection of our own accord. */
  readonly fault?: () => Failure | undefined;
  /** Where the person may have to sign in first: resolves when the server has let the first request in. */
  readonly answered?: Promise<void>;
  /** What else to wait for in the legacy era. */
  readonly ready?: () => Promise<void>;
  readonly terminateSession?: () => Promise<void>;
  /** Is given the connection. */
  readonly opened?: (connection: Connection) => void;
}
