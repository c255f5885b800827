import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { membersOf } from '#scripts/agents/model/jsonParts.ts';
import type { NextTurn } from '#scripts/agents/model/turns.ts';
import { AgentRun, type InstalledAgent } from '#scripts/agents/run/agentRun.ts';
import { callOnce } from './scripts.ts';

/** What one agent does by itself, without a proxy and a window. */
export interface DirectFindings {
  readonly agent: string;
  readonly declares: string;
  readonly progressToken: string;
  /** The result of a plain call. */
  readonly plain: string;
  /** What came of a call of 8 seconds with progress every second, where the agent waits for 5 seconds. */
  readonly progress: string;
  /** What the server received for a form, and for a URL. */
  readonly form: string;
  readonly url: string;
  /** What the agent sent to the server when its limit had passed, and when it was interrupted (SIGINT). */
  readonly atLimit: string;
  readonly atInterrupt: string;
  /** The addresses of the internet that the agent wanted. */
  readonly refused: readonly string[];
  /** The programs that outlived the agent. */
  readonly outlived: readonly string[];
}

const limitMs = 5000;
const slowSeconds = 8;
const runLimitMs = 120_000;

/** Runs an agent once for each tool, and once more to interrupt it. */
export async function measureDirect(installed: InstalledAgent): Promise<DirectFindings> {
  const { id, title, version } = installed.agent;
  const untilEnd = (tool: string) => runOnce(installed, callOnce(tool, 'Rome', slowSeconds));
  const [plain, slow, silent] = [await untilEnd('plain'), await untilEnd('slow'), await untilEnd('silent')];
  const [form, url] = [await untilEnd('ask_form'), await untilEnd('ask_url')];
  const interrupted = await runOnce(installed, callOnce('silent', 'Rome', slowSeconds), true);
  const all = [plain, slow, silent, form, url, interrupted];
  return {
    agent: `${title} ${version} (${id})`,
    declares: plain.declares,
    progressToken: plain.progressToken,
    plain: plain.result,
    progress: slow.result,
    form: form.asked,
    url: url.asked,
    atLimit: silent.afterCall,
    atInterrupt: interrupted.afterCall,
    refused: [...new Set(all.flatMap(({ refused }) => refused))],
    outlived: [...new Set(all.flatMap(({ outlived }) => outlived))],
  };
}

interface RunFindings extends Pick<DirectFindings, 'declares' | 'progressToken' | 'refused' | 'outlived'> {
  readonly result: string;
  readonly asked: string;
  /** What the agent sent after the call. */
  readonly afterCall: string;
}

async function runOnce(installed: InstalledAgent, nextTurn: NextTurn, isInterrupted = false): Promise<RunFindings> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'agent-home-')));
  try {
    const folder = join(home, 'project');
    await mkdir(folder);
    // The limit of an interrupted call is longer than the call.
    const limit = isInterrupted ? 4 * limitMs : limitMs;
    const run = await AgentRun.start({ ...installed, home, folder, nextTurn, limitMs: limit });
    if (isInterrupted) {
      await run.waitForEvent('call').catch(() => undefined);
      run.process.interrupt();
    }
    await run.process.waitForEnd(runLimitMs).catch(() => undefined);
    const outlived = await run.end();
    const wire = (await run.wire('agent')).filter(({ from }) => from === 'client').map(({ message }) => message);
    const events = await run.events();
    const paramsOf = (method: string) => membersOf(wire.find((message) => message['method'] === method)?.['params']);
    const initialize = paramsOf('initialize');
    const probed = membersOf(paramsOf('server/discover')['_meta'])['io.modelcontextprotocol/protocolVersion'];
    const probe = probed === undefined ? '' : `probes ${probed}, then `;
    const token = membersOf(paramsOf('tools/call')['_meta'])['progressToken'];
    const reply = events.find(({ event }) => event === 'reply' || event === 'refused');
    const isAsked = events.some(({ event }) => event === 'asked');
    const later = wire.slice(wire.findIndex((message) => message['method'] === 'tools/call') + 1);
    return {
      declares: `${probe}${initialize['protocolVersion']}: ${JSON.stringify(initialize['capabilities'])}`,
      progressToken: token === undefined ? 'none' : 'yes',
      result: (run.results.at(-1) ?? `nothing: ${run.lastOutput}`).replaceAll(/\s+/g, ' '),
      asked: reply ? `${reply.action ?? reply.code} in ${reply.ms} ms` : isAsked ? 'never replied' : 'not asked',
      afterCall: later.map(describeMessage).join(', then ') || 'nothing',
      refused: run.model.refused,
      // Without the paths, which differ in each run.
      outlived: outlived.map((command) => command.replaceAll(/\S*\//g, '').replaceAll(/ --(cwd|port) \S+/g, '')),
    };
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

function describeMessage(message: Readonly<Record<string, unknown>>): string {
  return message['method'] === 'notifications/cancelled'
    ? `cancelled: "${membersOf(message['params'])['reason']}"`
    : JSON.stringify(message);
}
