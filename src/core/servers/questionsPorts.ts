import type { UrlGuard } from '../guard/url/urlGuard.ts';
import type { Attribution } from '../inbox/request.ts';
import type { Call } from './call.ts';
import type { ElicitationModes } from './definition.ts';
import type { ServerPorts } from './serverPorts.ts';

/** What the questions of a connection need around them. */
export interface QuestionsPorts
  extends Pick<ServerPorts, 'inbox' | 'holds' | 'exchanges' | 'rateLimiter' | 'secrets' | 'clock'> {
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
