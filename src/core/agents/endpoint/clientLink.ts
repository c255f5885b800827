import type { ClientMessage, Closing, WindowMessage } from '#agentProtocol/agentMessages.ts';

/** The way to an authenticated client. */
export interface ClientLink {
  send(message: WindowMessage): void;
  /** Closes the connection. The listener's `onClose` is called. */
  close(): void;
}

/** Handles what an authenticated client sends. */
export interface ClientListener {
  /** `bytes`: the length of the message. */
  onMessage(message: ClientMessage, bytes: number): void;
  /** Called once. `lost`: the client, or the way to it, has ended. */
  onClose(why: 'lost' | Closing['reason']): void;
}
