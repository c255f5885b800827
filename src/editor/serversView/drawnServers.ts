import type { Server } from '#core/servers/server.ts';

/** All of a server that its lines in the view say: equal values look equal. */
type Look = readonly unknown[];

/**
 * What the editor was told to draw of the servers, so that it is told of nothing else again: it asks anew for every line
 * beneath what has changed, and that can be ten thousand.
 */
export class DrawnServers {
  readonly #looks = new Map<Server, Look>();
  #list: readonly Server[] | undefined;

  /**
   * What the editor has to ask for again: the servers that look different, or all there is. All is asked for too when a
   * server begins or ends to run: its line is another one then (see `serverItem`), and only the whole list can exchange it.
   */
  update(servers: readonly Server[]): 'all' | readonly Server[] {
    const changed = servers.filter((server) => !isEqual(lookOf(server), this.#looks.get(server)));
    const isOther = (server: Server) => this.#looks.get(server)?.[0] !== isRunning(server);
    const all = !this.#list || !isEqual(servers, this.#list) || changed.some(isOther);
    this.#list = servers;
    this.#looks.clear();
    for (const server of servers) {
      this.#looks.set(server, lookOf(server));
    }
    return all ? 'all' : changed;
  }

  /** Something that `update` does not look at has changed. */
  reset(): void {
    this.#list = undefined;
  }

  /** The editor asks by itself: what it gets now may be over before anybody has told it of a change. */
  requested(server: Server): void {
    const look = this.#looks.get(server);
    if (look && !isEqual(look, lookOf(server))) {
      this.#looks.delete(server);
    }
  }
}

function lookOf(server: Server): Look {
  const { rateControl: asking, definition, offerings, pendingChange, signedIn, signingIn, state } = server;
  const { mutedUntil, notice } = asking.report;
  const asks = [mutedUntil, notice?.asked, notice?.withheld];
  return [isRunning(server), state, definition, offerings, pendingChange, signedIn, signingIn, ...asks];
}

function isRunning({ state }: Server): boolean {
  return state.kind === 'running';
}

function isEqual(some: readonly unknown[], others: readonly unknown[] | undefined): boolean {
  return some.length === others?.length && some.every((one, index) => one === others[index]);
}
