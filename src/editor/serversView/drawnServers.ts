import type { Server } from '#core/servers/server.ts';

/** All data of a server that its items in the view depend on. Servers with equal values look equal. */
type Appearance = readonly unknown[];

/**
 * What the view last showed of the servers, so that only changed servers are refreshed: the editor requests every item below a
 * changed one again, which can be ten thousand.
 */
export class DrawnServers {
  readonly #appearances = new Map<Server, Appearance>();
  #list: readonly Server[] | undefined;

  /**
   * What the editor has to request again: the servers that look different, or the whole tree. The whole tree also when a server
   * begins or ends to run: its item gets another id then (see `serverItem`), and only a refresh of the whole list replaces it.
   */
  update(servers: readonly Server[]): 'all' | readonly Server[] {
    const changed = servers.filter((server) => !isEqual(appearanceOf(server), this.#appearances.get(server)));
    const isOther = (server: Server) => this.#appearances.get(server)?.[0] !== isRunning(server);
    const all = !this.#list || !isEqual(servers, this.#list) || changed.some(isOther);
    this.#list = servers;
    this.#appearances.clear();
    for (const server of servers) {
      this.#appearances.set(server, appearanceOf(server));
    }
    return all ? 'all' : changed;
  }

  /** Something else than the servers has changed: the next `update` returns `all`. */
  reset(): void {
    this.#list = undefined;
  }

  /** The editor requests the items below a server. If they differ from the last update, the next one reports the server as changed. */
  requested(server: Server): void {
    const appearance = this.#appearances.get(server);
    if (appearance && !isEqual(appearance, appearanceOf(server))) {
      this.#appearances.delete(server);
    }
  }
}

function appearanceOf(server: Server): Appearance {
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
