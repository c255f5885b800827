import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { systemProgram } from '#agentProtocol/windowsPrograms.ts';
import { windowsCommand } from './windowsCommand.ts';

export interface ServerExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** When a server that does not end by itself is ended, in milliseconds after the end of its input. */
interface ShutdownTimes {
  readonly terminateMs: number;
  readonly killMs: number;
}

/** The agent has closed our input. Agents end their servers 2.3 s later at the earliest. */
export const afterEndOfInput: ShutdownTimes = { terminateMs: 1000, killMs: 1800 };
/** The agent has sent SIGTERM. */
export const afterTerminate: ShutdownTimes = { terminateMs: 300, killMs: 1100 };
/** The agent has sent SIGINT and then SIGTERM, as Claude Code does, and sends SIGKILL 400 ms later. */
export const afterInterrupt: ShutdownTimes = { terminateMs: 0, killMs: 250 };

/** How long output is awaited after the server was killed: a process that it has started may hold it open. */
const lastOutputMs = 100;

/**
 * The server's own process, in the process group of the proxy. Environment and working directory are those of the agent, and the
 * standard error is passed on by the system.
 */
export class ServerProcess {
  /** When the process has ended and its output is read. `undefined`: it could not be started. */
  readonly ended: Promise<ServerExit | { readonly error: NodeJS.ErrnoException }>;
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  #timers: NodeJS.Timeout[] = [];
  /** What is still to be done to end the server. */
  #steps: (() => void)[] = [];
  #exit: ServerExit | undefined;
  #giveUp: (() => void) | undefined;

  constructor(command: readonly [string, ...string[]], env: NodeJS.ProcessEnv) {
    this.#child = start(command, env);
    this.#child.stdin.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve({ error }));
      this.#child.once('exit', (code, signal) => {
        this.#exit = { code, signal };
      });
      this.#child.once('close', (code, signal) => resolve({ code, signal }));
      this.#giveUp = () => resolve(this.#exit ?? { code: null, signal: 'SIGKILL' });
    });
  }

  get input(): Writable {
    return this.#child.stdin;
  }

  get output(): Readable {
    return this.#child.stdout;
  }

  /** Closes the server's input, and ends it after these times. Called again, it does the next step at once. */
  shutDown(times: ShutdownTimes): void {
    if (this.#steps.length > 0) {
      this.#nextStep();
      return;
    }
    this.#child.stdin.end();
    this.#steps = [() => this.#signal('SIGTERM'), () => this.#signal('SIGKILL'), () => this.#giveUp?.()];
    this.#schedule(times.terminateMs);
    this.#schedule(times.killMs);
    this.#schedule(times.killMs + lastOutputMs);
  }

  /** True after `shutDown`. */
  get isShuttingDown(): boolean {
    return this.#timers.length > 0;
  }

  #schedule(ms: number): void {
    this.#timers.push(setTimeout(() => this.#nextStep(), ms));
  }

  #nextStep(): void {
    this.#steps.shift()?.();
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#exit || this.#child.pid === undefined) return;
    if (process.platform === 'win32') {
      // There are no signals on Windows, and behind `npx.cmd` the server is a grandchild.
      spawnSync(systemProgram('taskkill.exe'), ['/pid', String(this.#child.pid), '/T', '/F'], { windowsHide: true });
    } else {
      this.#child.kill(signal);
    }
  }
}

function start(
  command: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
): ChildProcessByStdio<Writable, Readable, null> {
  const [file, ...args] = command;
  const options = { env, stdio: ['pipe', 'pipe', 'inherit'] as ['pipe', 'pipe', 'inherit'], windowsHide: true };
  if (process.platform !== 'win32') return spawn(file, args, options);
  const found = windowsCommand(command, env);
  return spawn(found.file, found.args, { ...options, windowsVerbatimArguments: found.isVerbatim });
}
