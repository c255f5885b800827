import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AgentAdapter, AgentServerEntry } from '#scripts/agents/adapters/agent.ts';
import { type ModelServer, startModelServer } from '#scripts/agents/model/modelServer.ts';
import type { NextTurn } from '#scripts/agents/model/turns.ts';
import { root } from '#scripts/lib/process.mjs';
import { freePort } from '#scripts/lib/webServer.ts';
import { AgentProcess } from './agentProcess.ts';
import { readServerEvents, readWire, type ServerEvent, type WireMessage } from './recordings.ts';

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
  /** Stands before the server's command; absent: the agent starts the server itself. */
  readonly proxy?: readonly string[] | undefined;
  /** The command of the hook that an agent runs for each elicitation, where it has one. */
  readonly hook?: readonly string[] | undefined;
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
    const { agent, program, home, folder, nextTurn, limitMs, proxy = [], hook } = options;
    const files = runFiles(home, agent);
    await rm(files.folder, { recursive: true, force: true });
    await mkdir(files.folder, { recursive: true });
    const model = await startModelServer(agent.format, nextTurn);
    const command = [...tee(files.agentWire), ...proxy, ...serverCommand(home, agent)];
    const server = { name: runServerName, command, limitMs };
    try {
      const setup = { home, folder, modelUrl: model.url, port: await freePort(), server, hook };
      return new AgentRun(agent, await AgentProcess.start(agent, program, setup), model, files);
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

/** The server's own command: it is the same in every run of an agent. */
export function serverCommand(home: string, agent: AgentAdapter): readonly string[] {
  const { record, serverWire } = runFiles(home, agent);
  return [...tee(serverWire), process.execPath, join(servers, 'agentTools.ts'), record];
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
