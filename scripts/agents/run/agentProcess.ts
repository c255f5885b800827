import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { AgentAdapter, AgentSetup } from '#scripts/agents/adapters/agent.ts';
import { endWithThisProcess } from '#scripts/lib/process.mjs';
import { markName, processesOfRun } from './leftovers.ts';
import { writeFiles } from './writeFiles.ts';

/** The variables that an agent gets of this process's environment. All others may name keys, editors and other agents. */
const keptVariables = ['PATH', 'LANG', 'TERM', 'TMPDIR', 'SystemRoot'];

/** How long an agent may take to end after each signal, in milliseconds. */
const endMs = 5000;

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
   */
  static async start(agent: AgentAdapter, program: readonly string[], setup: AgentSetup): Promise<AgentProcess> {
    const { files, args, env } = agent.launch(setup);
    await writeFiles(setup.home, files);
    const mark = randomUUID();
    const kept = Object.entries(process.env).filter(([name]) => keptVariables.includes(name));
    const proxies = { HTTPS_PROXY: setup.modelUrl, HTTP_PROXY: setup.modelUrl, NO_PROXY: '127.0.0.1,localhost' };
    const [command = '', ...before] = program;
    const child = spawn(command, [...before, ...args], {
      cwd: setup.folder,
      env: { ...Object.fromEntries(kept), HOME: setup.home, [markName]: mark, ...proxies, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
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
    const deadline = Date.now() + 1000;
    let left = await this.#processes();
    while (left.length > 0 && Date.now() < deadline) {
      await wait(50);
      left = await this.#processes();
    }
    const outlived = left.map(({ command }) => command);
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      for (const { pid } of left) killIfAlive(pid, signal);
      const until = Date.now() + endMs;
      while (left.length > 0 && Date.now() < until) {
        await wait(50);
        left = await this.#processes();
      }
    }
    return outlived;
  }

  #processes() {
    return processesOfRun(this.#mark, this.#folder);
  }
}

function killIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended in the meantime.
  }
}
