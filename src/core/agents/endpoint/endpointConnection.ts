import type { Closing } from '#agentProtocol/agentMessages.ts';
import type { LineSocket } from './lineSocket.ts';

/** A connection of the endpoint, also before its client has said who it is. */
export interface OpenConnection {
  readonly lines: LineSocket;
  /** The client that it names, whose key may be revoked while it is read. */
  claimed: string | undefined;
  /** The client that it is. */
  client: string | undefined;
  isUpstream: boolean;
  /** Set before the window closes the connection. */
  why: 'lost' | Closing['reason'];
}

/** Closes a connection. `closing`: what a client that is known is told. */
export function closeConnection(connection: OpenConnection, closing?: Closing): void {
  const { lines, client, isUpstream } = connection;
  if (closing) {
    connection.why = closing.reason;
    if (client !== undefined && !isUpstream) {
      lines.send(closing);
    }
  }
  lines.close();
}
