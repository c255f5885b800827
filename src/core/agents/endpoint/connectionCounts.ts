/** The number of connections that have not said who they are, of one client, and of all clients. */
const maxUnknown = 16;
const maxOfClient = 256;
const maxAll = 1024;

/** Counts the connections of the endpoint, and limits them. */
export class ConnectionCounts {
  #unknown = 0;
  #all = 0;
  readonly #ofClient = new Map<string, number>();

  /** Counts a new connection. `undefined` if there are too many; otherwise the connection, which its owner must end once. */
  add(): CountedConnection | undefined {
    if (this.#unknown >= maxUnknown || this.#all >= maxAll) {
      return undefined;
    }
    this.#unknown += 1;
    this.#all += 1;
    let client: string | undefined;
    return {
      identify: (id) => {
        const count = this.#ofClient.get(id) ?? 0;
        if (count >= maxOfClient) {
          return false;
        }
        client = id;
        this.#unknown -= 1;
        this.#ofClient.set(id, count + 1);
        return true;
      },
      end: () => {
        this.#all -= 1;
        if (client === undefined) {
          this.#unknown -= 1;
        } else {
          this.#ofClient.set(client, (this.#ofClient.get(client) ?? 1) - 1);
        }
      },
    };
  }
}

interface CountedConnection {
  /** Counts the connection as one of this client, whose key it has. False if the client has too many. */
  identify(client: string): boolean;
  end(): void;
}
