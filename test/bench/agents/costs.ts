import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { homeFolder } from '#agentProtocol/homeFolder.ts';
import { startScript } from '#agentProtocol/startScript.ts';
import type { Fact, Finding, Goal } from '#test/bench/lib/findings.ts';
import { compareInTurns } from '#test/bench/lib/sideBySide.ts';
import { cpuMs } from '#test/bench/scale/cpuTime.ts';
import { fromRoot } from '#test/root.ts';
import { type AgentBed, pingServer } from './agentBed.ts';
import { BenchAgent } from './benchAgent.ts';

const startRounds = 21;
const idleRounds = 5;
const idleMs = 20_000;
const resultBytes = 64 * 1024 * 1024;

/** The time until a server's first byte, with servers that start at once and with servers in Node. */
export async function compareStarts(bed: AgentBed): Promise<Finding[]> {
  const firstByte = async (open: () => Promise<BenchAgent> | BenchAgent) => {
    const begin = performance.now();
    const { child } = await open();
    child.stdout.removeAllListeners('data');
    const ended = once(child, 'close');
    await once(child.stdout, 'data');
    const ms = performance.now() - begin;
    child.stdout.resume();
    child.stdin.end();
    await ended;
    return ms;
  };
  const firstResponse = async (way: 'direct' | 'proxy') => {
    const begin = performance.now();
    const agent = await bed.session(pingServer, way);
    const ms = performance.now() - begin;
    await agent.end();
    return ms;
  };
  const bareNode = () => new BenchAgent(process.execPath, ['-e', 'process.stdout.write("1")'], bed.env, process.cwd());
  return [
    await compareInTurns({
      what: 'the first byte of a server that needs no time to start',
      rounds: startRounds,
      floor: { name: 'of Node itself, without a server', round: () => firstByte(bareNode) },
      measured: { name: 'through the proxy', round: () => firstByte(() => bed.start(['echo', '1'], 'proxy')) },
      goal: { of: 'added', share: 0.5, most: 30 },
    }),
    await compareInTurns({
      what: 'the response to the first request of a session, with a server in Node; a window is looked for meanwhile',
      rounds: startRounds,
      floor: { name: 'direct', round: () => firstResponse('direct') },
      measured: { name: 'through the proxy', round: () => firstResponse('proxy') },
    }),
  ];
}

/** The memory and the CPU of a session in which nothing happens. */
export async function measureIdle(bed: AgentBed): Promise<Finding[]> {
  const idleNode = () => new BenchAgent(process.execPath, ['-e', 'process.stdin.resume()'], bed.env, process.cwd());
  const memory = async (open: () => Promise<BenchAgent>, kb: 'proportionalKb' | 'residentKb') => {
    const agent = await open();
    await delay(500);
    const used = agent[kb];
    await agent.end();
    return used;
  };
  const compare = (what: string, kb: 'proportionalKb' | 'residentKb', goal?: Goal) =>
    compareInTurns({
      what: `memory of an idle session with a window that is connected, ${what}`,
      unit: 'kB',
      rounds: idleRounds,
      warmUps: 0,
      floor: { name: 'Node that reads its input', round: () => memory(async () => idleNode(), kb) },
      measured: { name: 'the proxy', round: () => memory(() => bed.session(pingServer, 'proxy'), kb) },
      ...(goal && { goal }),
    });
  const comparisons = [
    await compare('shared memory divided', 'proportionalKb', { of: 'added', share: 0.5, most: 5000 }),
    await compare('with all that it shares', 'residentKb'),
  ];
  const agent = await bed.session(pingServer, 'proxy');
  await delay(2000);
  const before = cpuMs(agent.child.pid ?? 0);
  await delay(idleMs);
  const spent = cpuMs(agent.child.pid ?? 0) - before;
  await agent.end();
  return [
    ...comparisons,
    {
      kind: 'fact',
      what: `CPU of an idle session in ${idleMs / 1000} s: at most 1 ms`,
      value: `${spent.toFixed(1)} ms`,
      reached: spent <= 1,
    },
  ];
}

/** What a result of 64 MiB adds to the memory. */
export async function measureBigResult(bed: AgentBed): Promise<Fact> {
  const folder = await mkdtemp(join(tmpdir(), 'big-'));
  try {
    const [start, end] = ['{"jsonrpc":"2.0","id":1,"result":{"text":"', '"}}\n'];
    const file = join(folder, 'result');
    await writeFile(file, start + 'x'.repeat(resultBytes - start.length - end.length) + end);
    const env = { ...bed.env, TO_SEND: file, RECEIVED_FILE: join(folder, 'received') };
    const idle = await bed.session(pingServer, 'proxy');
    const before = idle.residentKb;
    await idle.end();
    const agent = await bed.start([process.execPath, fromRoot('test/servers/proxied/byteRecorder.ts')], 'proxy', env);
    await agent.initialize();
    const added = agent.peakKb - before;
    await agent.end();
    return {
      kind: 'fact',
      what: 'memory that a result of 64 MiB adds at most: at most twice its size',
      value: `${(added / 1000).toFixed(0)} MB`,
      reached: added * 1000 <= 2 * resultBytes,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Where no window is registered, the start script becomes the server. */
export async function checkWithoutWindow(): Promise<Fact> {
  const path = await mkdtemp(join(tmpdir(), 'home-'));
  const { bin } = homeFolder(path);
  try {
    await mkdir(bin, { recursive: true });
    await writeFile(join(bin, 'proxy'), startScript);
    const args = [join(bin, 'proxy'), 'run', '--client', 'codex', '--server', 'tickets', '--', 'sh', '-c', 'echo $$'];
    const { child } = new BenchAgent('sh', args, { PATH: process.env['PATH'] ?? '', HOME: path }, path);
    child.stdout.removeAllListeners('data');
    const ended = once(child, 'close');
    const [id] = (await once(child.stdout, 'data')) as [string];
    await ended;
    const isSame = Number(id) === child.pid;
    return {
      kind: 'fact',
      what: 'processes of ours before a server where no window is registered: none',
      value: isSame ? 'none: the process that the agent starts is the server' : 'one',
      reached: isSame,
    };
  } finally {
    await rm(path, { recursive: true });
  }
}
