import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { AgentAdapter, AgentSetup } from '#scripts/agents/adapters/agent.ts';
import { endWithThisProcess } from '#scripts/lib/process.mjs';
import { endMs, endProcesses, markName } from './leftovers.ts';
import { terminalCommand } from './terminalCommand.ts';
import { writeFiles } from './writeFiles.ts';

/** The variables that an agent gets of this process's environment. All others may name keys, editors and other agents. */
const keptVariables = ['PATH', 'LANG', 'TERM', 'TMPDIR', 'SystemRoot'];

/** An agent that runs. */
export class AgentProcess {
  readonly #child: ChildProcess;
  readonly #mark: string;
  readonly #folder: string;
  readonly #ended: Promise<unknown>;
  #output = '';

  private constructor(child: ChildProcess, mark: string, folder: string) {
    this.#child = endWithThisProcess(child);
    this.#mark = mark;
    this.#folder = folder;
    this.#ended = once(child, 'exit');
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        this.#output += chunk;
      });
    }
  }

  /**
   * Writes an agent's configuration into its home directory and starts it.
   * @param program the command line of its program, without arguments
   * @param inTerminal true for a terminal in which the user types: see `type`
   */
  static async start(
    agent: AgentAdapter,
    program: readonly string[],
    setup: AgentSetup,
    inTerminal = false,
  ): Promise<AgentProcess> {
    const launch = (inTerminal && agent.launchInTerminal?.(setup)) || agent.launch(setup);
    const { files, args, env } = launch;
    await writeFiles(setup.home, files);
    const mark = randomUUID();
    const kept = Object.entries(process.env).filter(([name]) => keptVariables.includes(name));
    const proxies = { HTTPS_PROXY: setup.modelUrl, HTTP_PROXY: setup.modelUrl, NO_PROXY: '127.0.0.1,localhost' };
    const [command = '', ...rest] = inTerminal ? terminalCommand([...program, ...args]) : [...program, ...args];
    const child = spawn(command, rest, {
      cwd: setup.folder,
      env: { ...Object.fromEntries(kept), HOME: setup.home, [markName]: mark, ...proxies, ...env },
      stdio: [inTerminal ? 'pipe' : 'ignore', 'pipe', 'pipe'],
      detached: true,
    });
    await once(child, 'spawn');
    return new AgentProcess(child, mark, setup.home);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** What the agent has written to its standard output and error. */
  get output(): string {
    return this.#output;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Resolves to the exit code, or the signal that ended it. Rejects after `limitMs`. */
  async waitForEnd(limitMs: number): Promise<number | NodeJS.Signals | null> {
    const timer = new AbortController();
    const late = wait(limitMs, 'late', { signal: timer.signal }).catch(() => undefined);
    const first = await Promise.race([this.#ended, late]);
    timer.abort();
    if (first === 'late') throw new Error(`The agent did not end in ${limitMs} ms.`);
    return this.#child.exitCode ?? this.#child.signalCode;
  }

  /** Types in the terminal of the agent. */
  type(keys: string): void {
    this.#child.stdin?.write(keys);
  }

  /** Interrupts the agent as a user or a program does who runs it headless. */
  interrupt(): void {
    this.#child.kill('SIGINT');
  }

  /**
   * Ends the agent and every process that it has left.
   * @returns the command lines of the processes that outlived the agent by a second
   */
  async end(): Promise<readonly string[]> {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (this.hasEnded) break;
      this.#child.kill(signal);
      await this.waitForEnd(endMs).catch(() => undefined);
    }
    return endProcesses(this.#mark, this.#folder);
  }
}
