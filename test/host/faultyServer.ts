import type { LaunchSpec } from '#core/model/definition.ts';
import { defaultTimeLimits, type TimeLimits } from '#core/model/timeLimits.ts';
import type { Server } from '#core/servers/server.ts';
import { definitionOf } from './samples.ts';
import { faultyHttp, faultyModernHttp } from './serverProcesses.ts';
import type { TestHost } from './testHost.ts';

/** What the server has seen and done. */
interface State {
  /** Methods of requests and notifications, `reply`, `GET` and `GET resumes`, oldest first. */
  readonly seen: string[];
  /** How often the legacy server's `touch` ran. */
  readonly touched: number;
  /** How often the modern server's tools that are cut ran. */
  readonly ran: number;
}

/** With as little patience as a test has. */
const shortPauses = { firstMs: 30, maxMs: 200, maxStandaloneMs: 200 };

/** A process of `test/servers/faultyHttp.ts` or `faultyModernHttp.ts`, and the server of ours that is connected to it. */
export class Faulty {
  readonly server: Server;
  readonly #port: number;

  private constructor(port: number, server: Server) {
    this.#port = port;
    this.server = server;
  }

  /** All but `modern` are of the legacy era; `plain` has streams that cannot be resumed. */
  static async start(
    host: TestHost,
    mode: 'ids' | 'oddIds' | 'longIds' | 'plain' | 'modern',
    limits: Partial<TimeLimits> = {},
  ): Promise<Faulty> {
    const { port } = await host.http(mode === 'modern' ? faultyModernHttp : faultyHttp, mode);
    const spec: LaunchSpec = { type: 'http', url: `http://localhost:${port}/mcp`, headers: {}, secrets: [] };
    const patience = { ...defaultTimeLimits, pauses: shortPauses, healthCheckMs: 300, ...limits };
    return new Faulty(port, host.server(spec, definitionOf('mine'), patience));
  }

  async control(word: string, n = 0): Promise<void> {
    await fetch(`http://localhost:${this.#port}/control/${word}?n=${n}`).then((response) => response.text());
  }

  async state(): Promise<State> {
    return (await fetch(`http://localhost:${this.#port}/control/state`)).json() as Promise<State>;
  }

  /** How often a request of this kind was seen. */
  async count(what: string): Promise<number> {
    return (await this.state()).seen.filter((one) => one === what).length;
  }
}
