import type { RateLimiter } from '../guard/rateLimiter.ts';
import type { UrlGuard } from '../guard/url/urlGuard.ts';
import type { Exchanges } from '../inbox/exchanges.ts';
import type { Holds } from '../inbox/holds.ts';
import type { Inbox } from '../inbox/inbox.ts';
import type { Attribution } from '../inbox/request.ts';
import type { Clock } from '../ports.ts';
import type { Call } from './call.ts';
import type { ElicitationModes } from './definition.ts';
import type { SecretsRule } from './elicitationParams.ts';

/** What all servers share to ask the user. */
export interface ElicitationServices {
  readonly inbox: Inbox;
  readonly holds: Holds;
  readonly exchanges: Exchanges;
  readonly rateLimiter: RateLimiter;
  /** What becomes of forms that ask for secrets; asked at every form. Absent: the user is warned. */
  readonly secrets?: (() => SecretsRule) | undefined;
  readonly clock: Clock;
}

/** What the questions of a connection need around them. */
export interface QuestionsPorts extends ElicitationServices {
  readonly urls: UrlGuard;
  /** What is declared to the server. */
  readonly modes: ElicitationModes;
  readonly attribution: () => Attribution;
  /** The calls in flight on this connection. */
  readonly calls: () => readonly Call[];
  /** Those of them that the server works on now. */
  readonly callsAtServer: () => readonly Call[];
  /** The call that the server runs as this task. */
  readonly callOfTask: (taskId: string) => Call | undefined;
  readonly cancelCall: (callId: string) => void;
  readonly warn: (line: string) => void;
  /** Between two signs of life to a server that waits for an answer. */
  readonly keepAliveMs?: number;
}
