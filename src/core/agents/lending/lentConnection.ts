import type { MessageHead } from '#core/agents/lending/messages/messageHead.ts';
import type { Failure } from '#core/common/errors.ts';

/** A message for the server. */
export interface LentMessage {
  /** JSON without line ends. */
  readonly text: string;
  readonly head: MessageHead;
  /** The parsed text. */
  readonly value: Readonly<Record<string, unknown>>;
  /** True if the user may be asked to sign in because of it. */
  readonly mayAsk: boolean;
}

export interface LentListener {
  /** Called with each message of the server, on one line, without secrets. */
  onMessage(text: string, head: MessageHead): void;
  /** Called if a request gets no response. `id`: its JSON. */
  onFailed(id: string, error: unknown): void;
  /** Called once, if the connection ends without `close`. */
  onEnd(failure: Failure): void;
}

/** A connection to a server that one agent uses alone. Messages pass as they are written. */
export interface LentConnection {
  /** True if the server has named a session, which it may forget. */
  readonly hasSession: boolean;
  /** True if requests have HTTP headers. */
  readonly hasHeaders: boolean;
  /** Tells the authorization that the server's results belong to from another one; `undefined` without one. */
  readonly authorizationId: string | undefined;
  /** @throws HostError */
  start(): Promise<void>;
  send(message: LentMessage): void;
  /** Reads no more of the server until `resume`, if that is possible: the agent is behind. */
  pause(): void;
  resume(): void;
  /** Ends the connection and the server's session. Never rejects. */
  close(): Promise<void>;
}
