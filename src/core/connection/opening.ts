import type { Authorization } from '../authorization/authorization.ts';
import type { ReplyDelivery } from '../elicitation/replyDelivery.ts';
import type { Failure, HostError } from '../errors.ts';
import type { Connection, ConnectionListeners } from '../servers/connection.ts';
import type { ElicitationModes, LaunchSpec } from '../servers/definition.ts';
import type { Questions } from '../servers/elicitation.ts';
import type { EraMemory } from '../servers/era.ts';
import type { Limits } from '../servers/limits.ts';
import type { Roots } from '../servers/roots.ts';
import type { Secrets } from '../servers/secrets.ts';
import type { Launcher } from '../servers/stdioTransport.ts';
import type { WireLog } from '../servers/wireLog.ts';

export interface OpenOptions {
  /** The configured name, for failures. */
  readonly name: string;
  readonly spec: LaunchSpec;
  readonly launcher: Launcher;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly limits: Limits;
  readonly era: EraMemory;
  readonly log: WireLog;
  readonly secrets: Secrets;
  readonly questions: Questions;
  /** What of elicitation is declared. */
  readonly modes: ElicitationModes;
  /** Absent: roots are not declared. */
  readonly roots?: Roots | undefined;
  readonly listeners: ConnectionListeners;
  /** Absent: requests are sent as they are. */
  readonly authorization?: Authorization;
  /** Gives up the opening. */
  readonly signal: AbortSignal;
}

/** `wait`: the server is known to speak the modern era, and may take long to say so. */
export type Era = 'legacy' | 'ask' | 'wait';

/** How one attempt to connect goes. */
export interface Way {
  readonly type: 'stdio' | 'http' | 'sse';
  readonly era: Era;
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
