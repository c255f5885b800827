import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NextTurn } from '#scripts/agents/model/turns.ts';
import {
  AgentRun,
  configurationOf,
  type InstalledAgent,
  runServerName,
  serverCommand,
} from '#scripts/agents/run/agentRun.ts';
import type { AskedWindow, WindowKind } from '#scripts/agents/window/askedWindow.ts';

/** How an agent is run in a scenario. */
interface StageRun {
  readonly nextTurn: NextTurn;
  readonly limitMs: number;
  /** True: without the proxy, with the agent's hook. */
  readonly withHook?: boolean;
  /** True: the proxy is not told that progress extends the agent's limit. */
  readonly keepsLimit?: boolean;
  /** True: the window is closed after the server was connected. */
  readonly withoutWindow?: boolean;
}

/** One home directory, one folder, one window, and the agents that run there. */
export class Stage {
  readonly installed: InstalledAgent;
  /** Another agent, for what needs two. */
  readonly other: InstalledAgent;
  readonly #kind: WindowKind;
  readonly home: string;
  readonly #folder: string;
  #window: AskedWindow | undefined;
  #runs: AgentRun[] = [];

  private constructor(kind: WindowKind, installed: InstalledAgent, other: InstalledAgent, home: string) {
    this.#kind = kind;
    this.installed = installed;
    this.other = other;
    this.home = home;
    this.#folder = join(home, 'project');
  }

  static async open(kind: WindowKind, installed: InstalledAgent, other: InstalledAgent): Promise<Stage> {
    const stage = new Stage(kind, installed, other, await realpath(await mkdtemp(join(tmpdir(), 'agent-home-'))));
    await mkdir(stage.#folder);
    return stage;
  }

  /** The window. It is opened if it is closed. */
  async window(): Promise<AskedWindow> {
    this.#window ??= await this.#kind.open(this.home, this.#folder);
    return this.#window;
  }

  async closeWindow(): Promise<void> {
    await this.#window?.close();
    this.#window = undefined;
  }

  /** Connects the agent's server at the window, and starts the agent. */
  async start(
    { nextTurn, limitMs, keepsLimit = false, withHook = false, withoutWindow = false }: StageRun,
    installed = this.installed,
  ): Promise<AgentRun> {
    const { agent } = installed;
    const { home } = this;
    const folder = this.#folder;
    const command = serverCommand(home, agent);
    const files = configurationOf(agent, home, folder, { name: runServerName, command, limitMs });
    const window = await this.window();
    const proxy = await window.connect({ agent, limitMs, server: runServerName, command, files, keepsLimit });
    if (withoutWindow) await this.closeWindow();
    const asked = withHook ? { hook: this.#kind.hook(agent.id, home) } : { proxy };
    const run = await AgentRun.start({ ...installed, home, folder, nextTurn, limitMs, ...asked });
    this.#runs.push(run);
    return run;
  }

  /** Ends the agents that run. */
  async endRuns(): Promise<void> {
    const runs = this.#runs;
    this.#runs = [];
    for (const run of runs) await run.end();
  }

  /** @param keep true to leave the home directory with its recordings */
  async close(keep: boolean): Promise<void> {
    await this.endRuns();
    await this.closeWindow();
    if (!keep) await rm(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}
