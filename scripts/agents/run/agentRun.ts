import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type AgentAdapter, type AgentServerEntry, prompt } from '#scripts/agents/adapters/agent.ts';
import { type ModelServer, startModelServer } from '#scripts/agents/model/modelServer.ts';
import type { NextTurn } from '#scripts/agents/model/turns.ts';
import { root } from '#scripts/lib/process.mjs';
import { freePort } from '#scripts/lib/webServer.ts';
import { AgentProcess } from './agentProcess.ts';
import { readServerEvents, readWire, type ServerEvent, type WireMessage } from './recordings.ts';
import { waitUntil } from './waitUntil.ts';

const servers = join(root, 'test/servers/agents');
/** The name of the server in each agent's configuration. */
export const runServerName = 'tickets';

/** An agent that can be started. */
export interface InstalledAgent {
  readonly agent: AgentAdapter;
  /** The command line of its program, without arguments. */
  readonly program: readonly string[];
}

interface RunOptions extends InstalledAgent {
  readonly home: string;
  readonly folder: string;
  /** What the model says. */
  readonly nextTurn: NextTurn;
  /** How long the agent waits for a call; absent: its default. */
  readonly limitMs?: number | undefined;
  /** True for a terminal, in which the user types the prompt: see `giveTask`. */
  readonly inTerminal?: boolean | undefined;
  /** What the agent starts for the server; absent: the server's own command. */
  readonly command?: readonly string[] | undefined;
}

/** One agent that works on one prompt: with a scripted model, a server that records, and the wire on both sides of the proxy. */
export class AgentRun {
  readonly agent: AgentAdapter;
  readonly process: AgentProcess;
  readonly model: ModelServer;
  readonly #files: RunFiles;

  private constructor(agent: AgentAdapter, process: AgentProcess, model: ModelServer, files: RunFiles) {
    this.agent = agent;
    this.process = process;
    this.model = model;
    this.#files = files;
  }

  static async start(options: RunOptions): Promise<AgentRun> {
    const { agent, program, home, folder, nextTurn, limitMs, inTerminal } = options;
    const { command = serverCommand(home, agent) } = options;
    const files = runFiles(home, agent);
    await clearRecordings(home, agent);
    const model = await startModelServer(agent.format, nextTurn);
    const server = { name: runServerName, command: [...tee(files.agentWire), ...command], limitMs };
    try {
      const setup = { home, folder, modelUrl: model.url, port: await freePort(), server };
      return new AgentRun(agent, await AgentProcess.start(agent, program, setup, inTerminal), model, files);
    } catch (error) {
      await model.close();
      throw error;
    }
  }

  /** What the server recorded so far. */
  events(): Promise<readonly ServerEvent[]> {
    return readServerEvents(this.#files.record);
  }

  /** The messages on the agent's side of the proxy, or on the server's. */
  wire(side: 'agent' | 'server'): Promise<readonly WireMessage[]> {
    return readWire(side === 'agent' ? this.#files.agentWire : this.#files.serverWire);
  }

  /** Waits until the server has recorded an event. Fails if the agent ends before, or after `limitMs`. */
  async waitForEvent(event: ServerEvent['event'], limitMs = 90_000): Promise<ServerEvent> {
    const deadline = Date.now() + limitMs;
    for (;;) {
      // Read before the events, so that an event right before the end is found.
      const { hasEnded } = this.process;
      const found = (await this.events()).find((one) => one.event === event);
      if (found) return found;
      if (hasEnded) throw new Error(`The agent ended before the server recorded "${event}": ${this.lastOutput}`);
      if (Date.now() > deadline) throw new Error(`The server did not record "${event}": ${this.lastOutput}`);
      await wait(50);
    }
  }

  /** Types the prompt, once the agent offers a tool to the model. In a terminal it begins a turn also without the tools of its servers. */
  async giveTask(tool: string): Promise<void> {
    await waitUntil('the server lists its tools', async () =>
      (await this.wire('server')).some(({ from, line }) => from === 'server' && line.includes('"inputSchema"')),
    );
    let turns: number;
    do {
      turns = this.model.requests.length;
      const { length } = this.process.output;
      this.process.type(prompt);
      await waitUntil('the prompt is shown', () =>
        shownText(this.process.output.slice(length)).includes(promptLetters),
      );
      this.process.type('\r');
      await waitUntil('the agent asks the model', () => this.model.requests.length > turns);
    } while (!this.model.requests[turns]?.tools.some((name) => name.endsWith(`_${tool}`)));
  }

  /** The results of tools that the agent has shown to the model. */
  get results(): readonly string[] {
    return this.model.requests.at(-1)?.results ?? [];
  }

  /** The end of what the agent wrote. */
  get lastOutput(): string {
    return this.process.output.slice(-500).replaceAll(/\s+/g, ' ');
  }

  /** Ends the agent, all that it left, and the model. @returns the command lines of processes that outlived the agent */
  async end(): Promise<readonly string[]> {
    const outlived = await this.process.end();
    await this.model.close();
    return outlived;
  }
}

const promptLetters = shownText(prompt);

/** The letters that a terminal shows, without spaces, in whose place it may get a movement of the cursor (ECMA-48, 5.4). */
function shownText(output: string): string {
  return output.replaceAll(/\p{Cc}\[[0-?]*[ -/]*[@-~]|\s/gu, '');
}

/** The server's own command: it is the same in every run of an agent. */
export function serverCommand(home: string, agent: AgentAdapter): readonly string[] {
  const { record, serverWire } = runFiles(home, agent);
  return [...tee(serverWire), process.execPath, join(servers, 'agentTools.ts'), record];
}

/** Makes the folder empty in which a server and the wire are recorded. Nothing can be recorded before. */
export async function clearRecordings(home: string, agent: AgentAdapter): Promise<void> {
  const { folder } = runFiles(home, agent);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}

/** The agent's configuration with a server, by the paths of its files. The model in it does not exist. */
export function configurationOf(
  agent: AgentAdapter,
  home: string,
  folder: string,
  server: AgentServerEntry,
): Readonly<Record<string, string>> {
  return agent.launch({ home, folder, modelUrl: 'http://127.0.0.1:9', port: 0, server }).files;
}

interface RunFiles {
  readonly folder: string;
  readonly record: string;
  readonly agentWire: string;
  readonly serverWire: string;
}

function runFiles(home: string, { id }: AgentAdapter): RunFiles {
  const folder = join(home, 'recordings', id);
  const inFolder = (name: string) => join(folder, `${name}.jsonl`);
  return { folder, record: inFolder('record'), agentWire: inFolder('agent-wire'), serverWire: inFolder('server-wire') };
}

/** The command line that records the wire of the command after it. */
function tee(file: string): readonly string[] {
  return [process.execPath, join(servers, 'wireTee.ts'), file];
}
