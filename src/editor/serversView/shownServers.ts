import type { Server } from '#core/servers/server.ts';

/** All data of a server that its items in the view depend on. Items of servers with equal data look equal. */
type Appearance = readonly unknown[];

/**
 * The servers as the view last showed them, so that only changed servers are refreshed: the editor requests all items below a changed
 * item again, up to ten thousand.
 */
export class ShownServers {
  readonly #appearances = new Map<Server, Appearance>();
  #shown: readonly Server[] | undefined;

  /**
   * Stores the servers. Returns those whose items look different, or `all` if the editor has to request the whole tree. `all` also if
   * a server begins or ends to run: its item gets another id then (see `serverItem`), and only a refresh of the whole tree replaces it.
   */
  update(servers: readonly Server[]): 'all' | readonly Server[] {
    const changed = servers.filter((server) => !isEqual(appearanceOf(server), this.#appearances.get(server)));
    const hasOtherId = (server: Server) => this.#appearances.get(server)?.[0] !== isRunning(server);
    const isWholeTree = !this.#shown || !isEqual(servers, this.#shown) || changed.some(hasOtherId);
    this.#shown = servers;
    this.#appearances.clear();
    for (const server of servers) {
      this.#appearances.set(server, appearanceOf(server));
    }
    return isWholeTree ? 'all' : changed;
  }

  /** Makes the next `update` return `all`. */
  reset(): void {
    this.#shown = undefined;
  }

  /** Called when the editor requests items of a server. If the server has changed since the last `update`, the next one returns it. */
  requested(server: Server): void {
    const appearance = this.#appearances.get(server);
    if (appearance && !isEqual(appearance, appearanceOf(server))) {
      this.#appearances.delete(server);
    }
  }
}

function appearanceOf(server: Server): Appearance {
  const { rateControl, definition, offerings, hasPendingChange, isSignedIn, isSigningIn, state } = server;
  const { mutedUntil, notice } = rateControl.report;
  const rateLimit = [mutedUntil, notice?.asked, notice?.withheld];
  return [isRunning(server), state, definition, offerings, hasPendingChange, isSignedIn, isSigningIn, ...rateLimit];
}

function isRunning({ state }: Server): boolean {
  return state.kind === 'running';
}

function isEqual(some: readonly unknown[], others: readonly unknown[] | undefined): boolean {
  return some.length === others?.length && some.every((element, index) => element === others[index]);
}
