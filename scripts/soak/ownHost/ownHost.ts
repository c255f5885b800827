import { failureOf } from '#core/common/errors.ts';
import type { Server } from '#core/servers/server.ts';
import type { Chance } from '#scripts/soak/common/chance.ts';
import type { OwnCall, WindowEvent } from '#scripts/soak/common/windowEvents.ts';
import { definitionOf, textOf, tool } from '#test/host/samples.ts';
import type { TestHost } from '#test/host/testHost.ts';

/** The shortest and the longest pause before the user sends an answer again that did not arrive, in milliseconds. */
const againRangeMs = [500, 3000] as const;

/** The host of a window, with the servers of its own that it calls itself. Runs in the process of the window. */
export class OwnHost {
  readonly #host: TestHost;
  readonly #port: number;
  readonly #report: (event: WindowEvent) => void;
  readonly #servers = new Map<string, Server>();
  #hasStopped = false;
  /** Of the answers that are to be sent again. */
  readonly #timers = new Set<NodeJS.Timeout>();

  /** `port`: that of its servers. */
  constructor(host: TestHost, port: number, chance: Chance, report: (event: WindowEvent) => void) {
    this.#host = host;
    this.#port = port;
    this.#report = report;
    const { deliveries } = host.inbox;
    deliveries.onDidChange(({ id, state, ended, request }) => {
      const hasFailed = state.kind === 'refused' || state.kind === 'unknown';
      if (this.#hasStopped || ended || !hasFailed || !this.#servers.has(request.server.name)) return;
      const timer = setTimeout(
        () => {
          this.#timers.delete(timer);
          deliveries.sendAgain(id);
        },
        chance.between(...againRangeMs),
      );
      this.#timers.add(timer);
    });
  }

  /** Calls a tool, and reports how the call ended. The user cancels some calls. */
  async call({ token, tool: name, count, server, cancelMs }: OwnCall): Promise<void> {
    const { signal } = cancelMs === undefined ? new AbortController() : { signal: AbortSignal.timeout(cancelMs) };
    try {
      const result = await this.#serverOf(server).call(tool(name, { place: token, count }), { origin: 'user', signal });
      this.#report({ type: 'ownCallEnded', token, end: 'result', detail: '', text: textOf(result) });
    } catch (error) {
      const { name: failure, summary } = failureOf(error);
      const isCancelled = failure === 'CallCancelled';
      const [end, detail] = isCancelled ? (['cancelled', ''] as const) : (['error', failure] as const);
      this.#report({ type: 'ownCallEnded', token, end, detail, text: summary });
    }
  }

  #serverOf(name: string): Server {
    const known = this.#servers.get(name);
    if (known) return known;
    const url = `http://127.0.0.1:${this.#port}/${name}`;
    const server = this.#host.server({ type: 'http', url, headers: {}, secrets: [] }, definitionOf(name));
    this.#servers.set(name, server);
    return server;
  }

  async stop(): Promise<void> {
    this.#hasStopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all([...this.#servers.values()].map((server) => server.stop()));
  }
}
