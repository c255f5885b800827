import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homeFolder } from '#agentProtocol/homeFolder.ts';
import type { AgentAdapter } from '#scripts/agents/adapters/agent.ts';
import type { NextTurn } from '#scripts/agents/model/turns.ts';
import {
  AgentRun,
  clearRecordings,
  configurationOf,
  type InstalledAgent,
  runServerName,
  serverCommand,
} from '#scripts/agents/run/agentRun.ts';
import { waitUntil } from '#scripts/agents/run/waitUntil.ts';
import { writeFiles } from '#scripts/agents/run/writeFiles.ts';
import type { AskedWindow, WindowKind } from '#scripts/agents/window/askedWindow.ts';

/** How an agent is run in a scenario. */
export interface StageRun {
  readonly nextTurn: NextTurn;
  readonly limitMs: number;
  /** True: without the proxy, with the agent's hook. */
  readonly withHook?: boolean;
  /** True: the agent runs in a terminal, in which the user types the prompt. */
  readonly inTerminal?: boolean;
  /** True: the limit is neither raised nor extended, so that it passes while the user thinks. */
  readonly keepsLimit?: boolean;
  /** The window is closed after the server was connected. `unregistered`: so long ago that its file is gone. */
  readonly withoutWindow?: 'closed' | 'unregistered';
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
  /** The paths of files with a hook, in the home directory. */
  #hookFiles: string[] = [];

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

  /** What the window shows or received, if it is open. `name`: of the scenario. */
  async explain(name: string): Promise<string> {
    return (await this.#window?.explain(`${this.installed.agent.id}-${name}`)) ?? '';
  }

  async closeWindow(): Promise<void> {
    await this.#window?.close();
    this.#window = undefined;
  }

  /** Connects the agent's server at the window, and starts the agent. */
  async start(
    { nextTurn, limitMs, keepsLimit = false, withHook = false, inTerminal, withoutWindow }: StageRun,
    installed = this.installed,
  ): Promise<AgentRun> {
    const { agent } = installed;
    const { home } = this;
    const folder = this.#folder;
    const command = serverCommand(home, agent);
    await writeFiles(home, configurationOf(agent, home, folder, { name: runServerName, command, limitMs }));
    // When a server is connected, it is started once.
    await clearRecordings(home, agent);
    const window = await this.window();
    const connected = withHook
      ? await this.#connectHook(window, agent)
      : await window.connect({ agent, server: runServerName, command, limitMs, keepsLimit });
    if (withoutWindow) await this.closeWindow();
    if (withoutWindow === 'unregistered') await this.#forgetWindow();
    const run = await AgentRun.start({ ...installed, home, folder, nextTurn, limitMs, inTerminal, ...connected });
    this.#runs.push(run);
    return run;
  }

  /** Removes the file of the closed window, once the editor has written into it that the window is closed. */
  async #forgetWindow(): Promise<void> {
    const { windows } = homeFolder(this.home);
    await waitUntil('the window is registered as closed', async () => {
      const texts = await Promise.all((await readdir(windows)).map((name) => readFile(join(windows, name), 'utf8')));
      return texts.every((text) => text.includes('"closedAt"'));
    });
    await rm(windows, { recursive: true });
  }

  async #connectHook(window: AskedWindow, agent: AgentAdapter): Promise<void> {
    const files = await window.connectHook(agent);
    await writeFiles(this.home, files);
    this.#hookFiles = Object.keys(files);
  }

  /** Ends the agents that run, and removes the hook of a run. */
  async endRuns(): Promise<void> {
    const runs = this.#runs;
    this.#runs = [];
    for (const run of runs) await run.end();
    for (const path of this.#hookFiles.splice(0)) await rm(join(this.home, path), { force: true });
  }

  /** @param keep true to leave the home directory with its recordings */
  async close(keep: boolean): Promise<void> {
    await this.endRuns();
    await this.closeWindow();
    if (!keep) await rm(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}
