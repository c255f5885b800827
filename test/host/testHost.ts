import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type Clock, type SteadyClock, systemClock } from '#core/common/clock.ts';
import { RateLimiter, type RateLimits } from '#core/guard/rateLimiter.ts';
import { Exchanges } from '#core/inbox/exchanges.ts';
import { Inbox } from '#core/inbox/inbox.ts';
import { SuspendedCalls } from '#core/inbox/suspendedCalls.ts';
import type { LaunchSpec, ServerDefinition } from '#core/model/definition.ts';
import type { Decision, ElicitationRequest } from '#core/model/elicitationRequest.ts';
import type { TimeLimits } from '#core/model/timeLimits.ts';
import { ElicitationRecorder, type ElicitationRecorderContext } from '#core/record/elicitationRecorder.ts';
import type { ElicitationOutcome } from '#core/record/entries/elicitationOutcome.ts';
import { Server } from '#core/servers/server.ts';
import { Servers } from '#core/servers/servers.ts';
import { freePort } from '#scripts/lib/webServer.ts';
import { noRoots } from '#test/host/noRoots.ts';
import { InMemoryLog } from './inMemoryLog.ts';
import { InMemoryStateStore } from './inMemoryStateStore.ts';
import { definitionOf } from './samples.ts';
import { compileCache, handmade, nodeSpec, watchdog } from './serverProcesses.ts';
import { until } from './until.ts';

interface TestHostOptions {
  readonly clock?: Clock & SteadyClock;
  /** Default: a thousand of each, so that no server is limited. */
  readonly rateLimits?: RateLimits;
  /** The state of an earlier host. Default: an empty store. */
  readonly memory?: InMemoryStateStore;
}

/** Creates a host without an editor, with all services of the core in memory. Call `end` if it has started servers. */
export function createTestHost(options: TestHostOptions = {}): TestHost {
  return new TestHost(options);
}

export class TestHost {
  readonly inbox = new Inbox();
  readonly suspendedCalls = new SuspendedCalls();
  readonly exchanges = new Exchanges();
  readonly log = new InMemoryLog();
  readonly memory: InMemoryStateStore;
  /** May be changed at any time. */
  rateLimits: RateLimits;
  readonly rateLimiter: RateLimiter;
  /** The outcomes of elicitations since `record`, oldest first. */
  readonly outcomes: ElicitationOutcome[] = [];
  readonly #clock: Clock & SteadyClock;
  readonly #disposals: (() => unknown)[] = [];
  #folder: string | undefined;

  constructor({ clock = systemClock, rateLimits, memory = new InMemoryStateStore() }: TestHostOptions = {}) {
    this.#clock = clock;
    this.memory = memory;
    this.rateLimits = rateLimits ?? { requestsPerMinute: 1000, maxPending: 1000 };
    this.rateLimiter = new RateLimiter(clock, () => this.rateLimits);
  }

  /** The services for `Server` and `Servers`, except for the log and `resolve`. */
  get services() {
    return {
      inbox: this.inbox,
      suspendedCalls: this.suspendedCalls,
      exchanges: this.exchanges,
      rateLimiter: this.rateLimiter,
      roots: noRoots,
      memory: this.memory,
      clock: this.#clock,
      watchdog,
      clientInfo: { name: 'test host', version: '0.0.0' },
    };
  }

  server(spec: LaunchSpec, definition = definitionOf('mine'), limits: Partial<TimeLimits> = {}): Server {
    const server = new Server(definition, { ...this.services, limits, log: this.log, resolve: async () => spec });
    this.#disposals.push(() => server.stop());
    return server;
  }

  handmade(...args: string[]): Server {
    return this.server(nodeSpec(handmade, args, { env: { WIRE_FILE: this.wireFile } }));
  }

  servers(resolve: (definition: ServerDefinition) => LaunchSpec): Servers {
    const servers = new Servers({
      ...this.services,
      logFor: () => this.log,
      resolve: async (definition) => resolve(definition),
    });
    this.#disposals.push(() => servers.stopAll());
    return servers;
  }

  /** Starts an HTTP test server, by default on a free port, and waits until it is ready. */
  async http(script: string, transport: string, fixedPort?: number): Promise<{ port: number; process: ChildProcess }> {
    const port = fixedPort ?? (await freePort());
    const child = spawn(process.execPath, [script, transport], {
      env: { ...process.env, ...compileCache, PORT: String(port) },
      stdio: 'ignore',
    });
    this.#disposals.push(() => child.kill('SIGKILL'));
    await until(async () => fetch(`http://localhost:${port}/none`).then((response) => response.status === 404));
    return { port, process: child };
  }

  /** Collects the outcomes of elicitations in `outcomes`, in place of the record. */
  record(changes: Partial<ElicitationRecorderContext> = {}): ElicitationRecorder {
    return new ElicitationRecorder({
      inbox: this.inbox,
      exchanges: this.exchanges,
      writer: { recordElicitation: (outcome) => this.outcomes.push(outcome) },
      clock: this.#clock,
      isEnabled: () => true,
      describe: () => ({}),
      ...changes,
    });
  }

  /** The oldest pending request, as soon as there is one. */
  async oldestRequest(): Promise<ElicitationRequest> {
    await until(() => this.inbox.pending.length > 0);
    const [request] = this.inbox.pending;
    if (!request) {
      throw new Error('no question');
    }
    return request;
  }

  async decide(decision: Decision): Promise<ElicitationRequest> {
    const request = await this.oldestRequest();
    this.inbox.decide(request.id, decision);
    return request;
  }

  /** A temporary folder of this host, deleted by `end`. */
  get folder(): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'mcp-host-'));
    return this.#folder;
  }

  /** The path of the file into which a handmade server writes the messages that it receives. */
  get wireFile(): string {
    return join(this.folder, 'wire.jsonl');
  }

  /** The messages that a handmade server has received, oldest first. */
  get receivedMessages(): {
    id?: unknown;
    method?: string;
    params?: Record<string, unknown>;
    result?: unknown;
    error?: unknown;
  }[] {
    return readFileSync(this.wireFile, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }

  /** The replies that a handmade server has received. */
  get replies() {
    return this.receivedMessages.filter(({ method }) => method === undefined);
  }

  async end(): Promise<void> {
    await Promise.all(this.#disposals.map((dispose) => dispose()));
    if (this.#folder !== undefined) {
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }
}
