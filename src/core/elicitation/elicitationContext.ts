import type { Clock } from '#core/common/clock.ts';
import type { RateLimiter } from '#core/guard/rateLimiter.ts';
import type { UrlGuard } from '#core/guard/url/urlGuard.ts';
import type { Exchanges } from '#core/inbox/exchanges.ts';
import type { Inbox } from '#core/inbox/inbox.ts';
import type { SuspendedCalls } from '#core/inbox/suspendedCalls.ts';
import type { Call } from '#core/model/call.ts';
import type { ElicitationModes } from '#core/model/definition.ts';
import type { Attribution } from '#core/model/elicitationRequest.ts';
import type { SecretsRule } from './elicitationParams.ts';

/** The services for elicitations that all servers share. */
export interface ElicitationServices {
  readonly inbox: Inbox;
  readonly suspendedCalls: SuspendedCalls;
  readonly exchanges: Exchanges;
  readonly rateLimiter: RateLimiter;
  /** Returns the rule for forms that ask for secrets. Called for each form. Absent: `warn`. */
  readonly secrets?: (() => SecretsRule) | undefined;
  readonly clock: Clock;
}

/** The services for the elicitations of one connection. */
export interface ElicitationContext extends ElicitationServices {
  readonly urls: UrlGuard;
  /** The modes that the host has declared to the server. */
  readonly modes: ElicitationModes;
  readonly attribution: () => Attribution;
  /** The calls in flight on this connection. */
  readonly calls: () => readonly Call[];
  /** The calls of `calls` that the server works on at the moment; none during a sign-in. */
  readonly callsAtServer: () => readonly Call[];
  /** Returns the call that the server runs as this task. */
  readonly callOfTask: (taskId: string) => Call | undefined;
  readonly cancelCall: (callId: string) => void;
  readonly warn: (line: string) => void;
  /** Milliseconds between two progress notifications to a server that waits for an answer. */
  readonly keepAliveMs?: number;
}
