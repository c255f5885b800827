import type { LaunchSpec } from '#core/model/definition.ts';
import { defaultTimeLimits, type TimeLimits } from '#core/model/timeLimits.ts';
import type { Server } from '#core/servers/server.ts';
import { definitionOf } from './samples.ts';
import { faultyHttp, faultyModernHttp } from './serverProcesses.ts';
import type { TestHost } from './testHost.ts';

/** The requests that the test server has received, and the calls that it has run. */
interface ServerState {
  /** Methods of requests and notifications, `reply`, `GET` and `GET resumes`, oldest first. */
  readonly seen: string[];
  /** The number of calls of the legacy server's tool `touch`. */
  readonly touched: number;
  /** The number of calls of the modern server's tools that break their responses off. */
  readonly ran: number;
}

/** Short pauses, so that tests do not wait long. */
const shortReconnectPauses = { firstMs: 30, maxMs: 200, maxStandaloneMs: 200 };

/** A process of `test/servers/faultyHttp.ts` or `faultyModernHttp.ts`, and the core's server that connects to it. */
export class FaultyServer {
  readonly server: Server;
  readonly #port: number;

  private constructor(port: number, server: Server) {
    this.#port = port;
    this.server = server;
  }

  /** All modes except `modern` are of the legacy era. `plain` has streams that cannot be resumed. */
  static async start(
    host: TestHost,
    mode: 'ids' | 'oddIds' | 'longIds' | 'plain' | 'modern',
    limits: Partial<TimeLimits> = {},
  ): Promise<FaultyServer> {
    const { port } = await host.http(mode === 'modern' ? faultyModernHttp : faultyHttp, mode);
    const spec: LaunchSpec = { type: 'http', url: `http://localhost:${port}/mcp`, headers: {}, secrets: [] };
    const timeLimits = { ...defaultTimeLimits, pauses: shortReconnectPauses, healthCheckMs: 300, ...limits };
    return new FaultyServer(port, host.server(spec, definitionOf('mine'), timeLimits));
  }

  async control(word: string, n = 0): Promise<void> {
    await fetch(`http://localhost:${this.#port}/control/${word}?n=${n}`).then((response) => response.text());
  }

  async state(): Promise<ServerState> {
    return (await fetch(`http://localhost:${this.#port}/control/state`)).json() as Promise<ServerState>;
  }

  /** The number of received requests of this kind. */
  async count(kind: string): Promise<number> {
    return (await this.state()).seen.filter((seenKind) => seenKind === kind).length;
  }
}
