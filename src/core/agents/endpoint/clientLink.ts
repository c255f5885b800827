import type { ClientMessage, Closing, WindowMessage } from '#agentProtocol/agentMessages.ts';

/** The way to an authenticated client. */
export interface ClientLink {
  send(message: WindowMessage): void;
  /** Closes the connection. The listener's `onClose` is called. `closing`: what the client is told. */
  close(closing?: Closing): void;
}

/** Handles what an authenticated client sends. */
export interface ClientListener {
  /** True if the user has connected the client's server. */
  readonly isConnected?: boolean | undefined;
  /** `bytes`: the length of the message. */
  onMessage(message: ClientMessage, bytes: number): void;
  /** Called once. `lost`: the client, or the way to it, has ended. */
  onClose(why: 'lost' | Closing['reason']): void;
}
