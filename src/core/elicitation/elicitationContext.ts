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

/** What all servers share to ask the user. */
export interface ElicitationServices {
  readonly inbox: Inbox;
  readonly suspendedCalls: SuspendedCalls;
  readonly exchanges: Exchanges;
  readonly rateLimiter: RateLimiter;
  /** What is done with a form that asks for secrets; read for every form. Absent: the user is warned. */
  readonly secrets?: (() => SecretsRule) | undefined;
  readonly clock: Clock;
}

/** The services, and what the elicitations of one connection need to know of its server. */
export interface ElicitationContext extends ElicitationServices {
  readonly urls: UrlGuard;
  /** The modes that are declared to the server. */
  readonly modes: ElicitationModes;
  readonly attribution: () => Attribution;
  /** The calls in flight on this connection. */
  readonly calls: () => readonly Call[];
  /** Those of them that the server works on at the moment. */
  readonly callsAtServer: () => readonly Call[];
  /** The call that the server runs as this task. */
  readonly callOfTask: (taskId: string) => Call | undefined;
  readonly cancelCall: (callId: string) => void;
  readonly warn: (line: string) => void;
  /** Milliseconds between two progress notifications to a server that waits for an answer. */
  readonly keepAliveMs?: number;
}
