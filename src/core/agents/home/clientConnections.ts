import { randomUUID } from 'node:crypto';
import type { HomeFolder } from '#agentProtocol/homeFolder.ts';
import { maxTextLengths } from '#agentProtocol/readMessages.ts';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import { isRecord } from '#form/json.ts';
import { ClientItems, type ItemListing } from './clientItems.ts';

/** A server of a client that the user has connected. */
export interface ClientConnection {
  /** Random, made when it is recorded: it tells an equal connection of another window apart. */
  readonly id?: string;
  /** The server's name in the client's configuration; empty for the hook, which asks for all servers. */
  readonly server: string;
  /** `commandFingerprint` of the command that the client starts; empty for the hook. */
  readonly fingerprint: string;
  /** What is needed to disconnect it. Read and written by others. */
  readonly undo?: unknown;
}

/** What of the connections of a client could be read. */
export type ConnectionListing = ItemListing<ClientConnection>;

/** A connection that was recorded, and the one that it has replaced. */
export interface ConnectionChange {
  readonly connection: ClientConnection;
  readonly earlier: ClientConnection | undefined;
}

/** What the user has connected, by client. */
export class ClientConnections {
  readonly #items: ClientItems<ClientConnection>;

  constructor(home: HomeFolder) {
    this.#items = new ClientItems(home, {
      folder: home.clients,
      isItem: isConnection,
      keyOf: ({ server }) => [server],
      tooMany: 'There are too many connected servers.',
    });
  }

  list(client: string): Promise<readonly ClientConnection[]> {
    return this.#items.list(client);
  }

  /** What a change of them depends on. @throws Error if something of it cannot be read */
  listForChange(client: string): Promise<readonly ClientConnection[]> {
    return this.#items.listForChange(client);
  }

  /** Those that can be read, and whether a server that is missing was certainly disconnected. */
  listing(client: string): Promise<ConnectionListing> {
    return this.#items.listing(client);
  }

  /**
   * Records a server, in place of an earlier one of the same name. Without `undo` that of the earlier one is kept.
   * @throws Error as `ClientItems.change`
   */
  async connect(client: string, connection: ClientConnection): Promise<ConnectionChange> {
    let recorded: ClientConnection = { ...connection, id: randomUUID() };
    let earlier: ClientConnection | undefined;
    await this.#items.change(client, [connection.server], (known) => {
      earlier = known;
      recorded = { ...known, ...recorded };
      return recorded;
    });
    return { connection: recorded, earlier };
  }

  /** Takes back what `connect` has changed. A connection that was changed or ended since stays as it is. */
  takeBack(client: string, { connection, earlier }: ConnectionChange): Promise<void> {
    return this.#items.change(client, [connection.server], (known) =>
      known && fingerprintOf(known) === fingerprintOf(connection) ? earlier : known,
    );
  }

  /**
   * Replaces what is recorded of a connection by the result of `change`; `undefined`: it is forgotten, and its file is deleted. One that was
   * ended or recorded anew since stays as it is.
   */
  revise(
    client: string,
    { server, id }: ClientConnection,
    change: (connection: ClientConnection) => ClientConnection | undefined,
  ): Promise<void> {
    return this.#items.change(client, [server], (known) => (known && known.id === id ? change(known) : known));
  }

  /** Forgets a connection, unless it was recorded anew since. */
  disconnect(client: string, connection: ClientConnection): Promise<void> {
    return this.revise(client, connection, () => undefined);
  }
}

function isConnection(value: unknown): value is ClientConnection {
  return (
    isRecord(value) &&
    typeof value['server'] === 'string' &&
    value['server'].length <= maxTextLengths.name &&
    typeof value['fingerprint'] === 'string' &&
    value['fingerprint'].length <= maxTextLengths.name &&
    (value['id'] === undefined || (typeof value['id'] === 'string' && value['id'].length <= maxTextLengths.name))
  );
}
