// `node --expose-gc connectionsProgram.ts sdk|host stdio|http legacy|modern COUNT`: opens COUNT connections to idle servers,
// lists their tools, and prints JSON: `bytes`, the memory of heap and buffers for each connection; `timers`, the number of
// active timers; `pssKb`, the proportional set sizes of the child processes that are not servers, together and in KiB.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { LaunchSpec, ServerDefinition } from '#core/model/definition.ts';
import { withoutSignIn } from '#test/bench/lib/withoutSignIn.ts';
import { fromRoot } from '#test/root.ts';
import { benchServers } from './benchServers.ts';

const [client, transport, era, counted] = process.argv.slice(2);
const count = Number(counted);
const script = fromRoot('test/servers/lightweight.ts');
const env = { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' };
const stdio = { command: process.execPath, args: [script, 'stdio', era ?? '', '10'], env, cwd: tmpdir() };

/** Opens connections, and closes all of them. */
interface Opener {
  open(count: number): Promise<void>;
  close(): Promise<void>;
}

function bareClients(url: URL): Opener {
  const connections: { readonly client: Client; readonly tools: unknown }[] = [];
  const one = async () => {
    const versionNegotiation = era === 'modern' ? { mode: { pin: '2026-07-28' } } : undefined;
    const client = new Client({ name: 'bare', version: '1.0.0' }, { versionNegotiation });
    await client.connect(
      transport === 'stdio'
        ? new StdioClientTransport({ ...stdio, stderr: 'pipe' })
        : new StreamableHTTPClientTransport(url),
    );
    connections.push({ client, tools: await client.listTools() });
  };
  return {
    open: async (added) => {
      await Promise.all(Array.from({ length: added }, one));
    },
    close: async () => {
      await Promise.all(connections.map(({ client }) => client.close()));
    },
  };
}

function hostServers(url: URL): Opener {
  const silent = { trace() {}, info() {}, warn() {}, error() {}, traceEnabled: false };
  const spec: LaunchSpec =
    transport === 'stdio'
      ? { type: 'stdio', ...stdio, secrets: [] }
      : { type: 'http', url: url.href, headers: {}, secrets: [] };
  const servers = benchServers({ resolve: async () => spec, logFor: () => silent, authorization: withoutSignIn() });
  let definitions: ServerDefinition[] = [];
  const definition = (index: number): ServerDefinition => ({
    id: `user:quiet ${index}`,
    name: `quiet ${index}`,
    scope: { kind: 'user' },
    entry: {
      ...(transport === 'stdio'
        ? { type: 'stdio', command: 'given', args: [], env: {} }
        : { type: 'http', url: url.href, headers: {} }),
      enabled: true,
      elicitation: { form: true, url: true },
    } as ServerDefinition['entry'],
  });
  return {
    open: async (added) => {
      const more = Array.from({ length: added }, (_, index) => definition(definitions.length + index));
      definitions = [...definitions, ...more];
      servers.configure(definitions);
      await Promise.all(servers.all.map((server) => server.start()));
    },
    close: () => servers.stopAll(),
  };
}

async function leastHeldBytes(): Promise<number> {
  const { gc } = globalThis;
  if (!gc) throw new Error('node --expose-gc');
  let least = Number.POSITIVE_INFINITY;
  // Several collections, because finalizers free memory only for the next one.
  for (let round = 0; round < 6; round += 1) {
    gc();
    await delay(20);
    const { heapUsed, external } = process.memoryUsage();
    least = Math.min(least, heapUsed + external);
  }
  return least;
}

/** The sum of the proportional set sizes of the child processes that are not servers, in KiB. */
function pssOfHelpers(): number {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
  const helpers = children.filter((pid) => !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(script));
  const sizes = helpers.map((pid) =>
    Number(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').match(/^Pss:\s+(\d+) kB$/m)?.[1] ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const http = transport === 'http' ? spawn(process.execPath, [script, 'http', era ?? '', '10'], { env }) : undefined;
let url = new URL('http://127.0.0.1');
if (http) {
  const [line] = (await once(createInterface({ input: http.stdout }), 'line')) as [string];
  url = new URL(`http://127.0.0.1:${line.split(' ')[1]}/mcp`);
}
const opener = client === 'sdk' ? bareClients(url) : hostServers(url);
// After these connections, everything that is created once exists, mostly code.
await opener.open(3);
const before = await leastHeldBytes();
await opener.open(count);
const bytes = ((await leastHeldBytes()) - before) / count;
const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout' || name === 'Immediate').length;
process.stdout.write(`${JSON.stringify({ bytes, timers, pssKb: pssOfHelpers() })}\n`);
await opener.close();
http?.kill();
process.exit();
