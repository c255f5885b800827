import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '#core/common/clock.ts';
import { RateLimiter, type RateLimits } from '#core/guard/rateLimiter.ts';
import { Exchanges } from '#core/inbox/exchanges.ts';
import { Inbox } from '#core/inbox/inbox.ts';
import { SuspendedCalls } from '#core/inbox/suspendedCalls.ts';
import type { LaunchSpec, ServerDefinition } from '#core/model/definition.ts';
import type { Decision, ElicitationRequest } from '#core/model/elicitationRequest.ts';
import { noRoots } from '#core/model/roots.ts';
import type { TimeLimits } from '#core/model/timeLimits.ts';
import { Server } from '#core/servers/server.ts';
import { Servers } from '#core/servers/servers.ts';
import { fromRoot } from '#test/root.ts';
import { InMemoryLog } from './inMemoryLog.ts';
import { InMemoryStateStore } from './inMemoryStateStore.ts';

const launcherPath = fromRoot('src/core/transport/stdio/launcher.ts');
export const handmade = fromRoot('test/servers/handmade.ts');
export const modern = fromRoot('test/servers/modern.ts');
export const standalone = fromRoot('test/servers/standalone.ts');
export const fault = fromRoot('test/servers/fault.ts');
export const faultModern = fromRoot('test/servers/faultModern.ts');
export const behindPages = fromRoot('test/servers/behindPages.ts');
export const leaky = fromRoot('test/servers/leaky.ts');
export const toldScript = fromRoot('test/servers/told.ts');
export const scriptedTasks = fromRoot('test/servers/tasks.ts');
export const everything = fromRoot('node_modules/@modelcontextprotocol/server-everything/dist/index.js');

/** Most of a test's time is the start of processes; compiled code is kept from one to the next. */
const compiled = { NODE_COMPILE_CACHE: fromRoot('node_modules/.cache/compiled') };

/** What a server's process needs beside its entry. */
export const launchEnv = { PATH: process.env['PATH'] ?? '', ...compiled };

/** With less patience than in production: many tests end servers that do not end by themselves. */
export const launcher = {
  command: process.execPath,
  args: [launcherPath, '--grace=150'],
  env: { ELECTRON_RUN_AS_NODE: '1', ...compiled },
};

export const nameSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
export const nameQuestion = { message: 'Your name?', requestedSchema: nameSchema };

type StdioSpec = Extract<LaunchSpec, { type: 'stdio' }>;

/** A spec that runs `script` with this Node. */
export function nodeSpec(script: string, args: readonly string[] = [], extra: Partial<StdioSpec> = {}): StdioSpec {
  const env = { PATH: process.env['PATH'] ?? '', ...compiled, ...extra.env };
  return {
    type: 'stdio',
    command: process.execPath,
    args: [script, ...args],
    cwd: tmpdir(),
    secrets: [],
    ...extra,
    env,
  };
}

export function definitionOf(name: string, changes: Partial<ServerDefinition['entry']> = {}): ServerDefinition {
  const entry = {
    type: 'stdio',
    command: 'given by resolve',
    args: [],
    env: {},
    enabled: true,
    elicitation: { form: true, url: false },
    ...changes,
  } as ServerDefinition['entry'];
  return { id: `user:${name}`, name, scope: { kind: 'user' }, entry };
}

/** Everything a server needs, in memory, and what to wait for in a test. */
export class Rig {
  readonly inbox = new Inbox();
  readonly holds = new SuspendedCalls();
  readonly exchanges = new Exchanges();
  /** Nobody is limited unless a test is about that. */
  rateLimits: RateLimits = { requestsPerMinute: 1000, maxPending: 1000 };
  readonly rateLimiter = new RateLimiter(systemClock, () => this.rateLimits);
  readonly log = new InMemoryLog();
  readonly memory = new InMemoryStateStore();
  readonly folder = mkdtempSync(join(tmpdir(), 'mcp-host-'));
  readonly wireFile = join(this.folder, 'wire.jsonl');
  readonly #ending: (() => Promise<unknown>)[] = [];

  readonly ports = {
    inbox: this.inbox,
    holds: this.holds,
    exchanges: this.exchanges,
    rateLimiter: this.rateLimiter,
    roots: noRoots,
    memory: this.memory,
    clock: systemClock,
    launcher,
    clientInfo: { name: 'test host', version: '0.0.0' },
  };

  server(spec: LaunchSpec, definition = definitionOf('mine'), limits: Partial<TimeLimits> = {}): Server {
    const server = new Server(definition, { ...this.ports, limits, log: this.log, resolve: async () => spec });
    this.#ending.push(() => server.stop());
    return server;
  }

  handmade(...args: string[]): Server {
    return this.server(nodeSpec(handmade, args, { env: { WIRE_FILE: this.wireFile } }));
  }

  servers(resolve: (definition: ServerDefinition) => LaunchSpec): Servers {
    const servers = new Servers({ ...this.ports, logFor: () => this.log, resolve: async (of) => resolve(of) });
    this.#ending.push(() => servers.stopAll());
    return servers;
  }

  /** Starts an HTTP server, on a free port unless one is given, and waits until it answers. */
  async http(script: string, transport: string, on?: number): Promise<{ port: number; process: ChildProcess }> {
    const port = on ?? (await freePort());
    const child = spawn(process.execPath, [script, transport], {
      env: { ...process.env, ...compiled, PORT: String(port) },
      stdio: 'ignore',
    });
    this.#ending.push(async () => child.kill('SIGKILL'));
    await until(async () => fetch(`http://localhost:${port}/none`).then((response) => response.status === 404));
    return { port, process: child };
  }

  /** The next question, or the one that waits already. */
  async question(): Promise<ElicitationRequest> {
    await until(() => this.inbox.pending.length > 0);
    const [request] = this.inbox.pending;
    if (!request) {
      throw new Error('no question');
    }
    return request;
  }

  async decide(decision: Decision): Promise<ElicitationRequest> {
    const request = await this.question();
    this.inbox.decide(request.id, decision);
    return request;
  }

  /** What a handmade server has received, oldest first. */
  get wire(): { id?: unknown; method?: string; params?: Record<string, unknown>; result?: unknown; error?: unknown }[] {
    return readFileSync(this.wireFile, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }

  /** The replies a handmade server has received. */
  get replies() {
    return this.wire.filter(({ method }) => method === undefined);
  }

  async end(): Promise<void> {
    await Promise.all(this.#ending.map((end) => end()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export const tool = (name: string, args: Record<string, unknown> = {}) =>
  ({ kind: 'tool', name, arguments: args }) as const;

/** The text of a result's first content block. */
export function textOf(result: unknown): string {
  const { content } = result as { content: { text: string }[] };
  return content[0]?.text ?? '';
}

/** Polls until a condition holds; fails after `limitMs`. An error counts as not yet. */
export async function until(condition: () => boolean | Promise<boolean>, limitMs = 30_000): Promise<void> {
  for (const end = Date.now() + limitMs; Date.now() < end; await delay(10)) {
    if (await Promise.resolve(condition()).catch(() => false)) {
      return;
    }
  }
  throw new Error(`Not within ${limitMs} ms: ${condition}`);
}

/** Gone, or dead and waiting for its parent to notice (where the first process of a container reaps nobody). */
export function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return true;
  }
  try {
    return /^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
