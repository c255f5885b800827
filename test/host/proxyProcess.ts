import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { build } from 'esbuild';
import { LineReader } from '#proxy/wire/lineReader.ts';
import { productBuilds } from '#scripts/lib/bundles.mjs';
import type { AgentHome } from '#test/host/agentWindow.ts';

interface ProxyOptions {
  readonly home: Pick<AgentHome, 'path'>;
  /** Options of `proxy run`, such as `['--limit', '5000']`. */
  readonly options?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

let bundled: string | undefined;

/** The path of the program, bundled as it is shipped, once in each process of tests. */
export async function proxyProgram(): Promise<string> {
  if (bundled) return bundled;
  const folder = await mkdtemp(join(tmpdir(), 'proxy-program-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const options = productBuilds.find(({ entryPoints }) => entryPoints && 'proxy' in entryPoints);
  await build({ ...options, minify: true, outdir: folder });
  bundled = join(folder, 'proxy.cjs');
  return bundled;
}

/** The arguments of Node that start the proxy before a command. */
export async function proxyArguments(command: readonly string[], options: readonly string[] = []): Promise<string[]> {
  return [await proxyProgram(), 'run', '--client', 'codex', '--server', 'tickets', ...options, '--', ...command];
}

/** The arguments of Node that start the proxy for a server that a window lends. */
export async function serveArguments(options: readonly string[] = []): Promise<string[]> {
  return [await proxyProgram(), 'serve', '--client', 'codex', '--server', 'tickets', ...options];
}

/** The proxy before a server's command, as an agent starts it. The test is the agent. */
export class ProxyProcess {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** The lines of standard output that are not too long to be messages. */
  readonly lines: string[] = [];
  outputLength = 0;
  /** Everything from standard output, after the end, and from standard error. */
  output = Buffer.alloc(0);
  errors = '';
  readonly ended: Promise<{
    readonly code: number | null;
    readonly signal: NodeJS.Signals | null;
    readonly ms: number;
  }>;

  static async start(command: readonly string[], options: ProxyOptions): Promise<ProxyProcess> {
    return new ProxyProcess(await proxyArguments(command, options.options), options);
  }

  /** The proxy for a server that a window lends. */
  static async serve(options: ProxyOptions): Promise<ProxyProcess> {
    return new ProxyProcess(await serveArguments(options.options), options);
  }

  private constructor(args: readonly string[], { home, env = {}, cwd = home.path }: ProxyOptions) {
    this.child = spawn(process.execPath, args, {
      ...{ cwd, stdio: 'pipe', env: { PATH: process.env['PATH'], HOME: home.path, USERPROFILE: home.path, ...env } },
    });
    const parts: Buffer[] = [];
    const reader = new LineReader(
      { line: (line) => this.lines.push(line.toString().trimEnd()), piece: () => undefined },
      1e6,
    );
    this.child.stdout.on('data', (chunk: Buffer) => {
      parts.push(chunk);
      this.outputLength += chunk.length;
      reader.push(chunk);
    });
    this.child.stderr.on('data', (chunk: Buffer) => {
      this.errors += chunk;
    });
    this.child.stdin.on('error', () => undefined);
    const started = performance.now();
    this.ended = once(this.child, 'close').then(([code, signal]) => {
      this.output = Buffer.concat(parts);
      return { code, signal, ms: performance.now() - started };
    });
  }

  send(message: object): void {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  /** The messages of the server's so far. */
  get messages(): readonly Readonly<Record<string, unknown>>[] {
    return this.lines.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
  }

  reply(id: unknown): Readonly<Record<string, unknown>> | undefined {
    return this.messages.find((message) => message['id'] === id && message['method'] === undefined);
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): void {
    this.child.kill(signal);
  }
}
