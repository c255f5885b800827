import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { spawn as crossSpawn } from 'cross-spawn';
import { systemProgram } from '#agentProtocol/windowsPrograms.ts';
import { settlesWithin } from '#core/common/timing.ts';
import type { LaunchSpec } from '#core/model/definition.ts';
import { isUnsafeForCmd } from './cmdArguments.ts';
import type { Watchdog } from './watchdog.ts';

/** How the process of a server ended. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const pollMs = 20;
/** How long killed processes are awaited. They still hold their ports for a moment, longer on a busy machine. */
const killedMs = 1000;
const onWindows = process.platform === 'win32';

/**
 * The process of a server and all processes that it has started: behind `npx` or `sh -c` the real server is a grandchild, which
 * nothing else would end. On POSIX they are a process group. Windows has no groups to signal; there `taskkill` ends the tree,
 * as long as its root runs. The code for Windows has not been run.
 */
export class ProcessGroup {
  readonly child: ChildProcess;
  /** Resolves when the server has exited and the processes that it left behind have ended; `undefined`: see `startError`. */
  readonly ended: Promise<ProcessExit | undefined>;
  readonly #graceMs: number;
  readonly #exited: Promise<ProcessExit | undefined>;
  #killing: Promise<void> | undefined;
  #startError: Error | undefined;

  private constructor(child: ChildProcess, watchdog: Watchdog) {
    this.child = child;
    this.#graceMs = watchdog.graceMs;
    this.#exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
      child.on('error', (error) => {
        this.#startError ??= error;
        resolve(undefined);
      });
    });
    this.ended = this.#exited.then(async (exit) => {
      await this.#kill();
      if (child.pid !== undefined) {
        watchdog.release(child.pid);
      }
      return exit;
    });
  }

  /**
   * Starts the command with exactly the environment of `spec`.
   * @param onUnguarded see `Watchdog.guard`
   * @throws the system's error, such as ENOENT; EINVAL for an argument that Windows could run as a command
   */
  static start(
    { command, args, cwd, env }: LaunchSpec & { type: 'stdio' },
    watchdog: Watchdog,
    onUnguarded: (reason: string) => void,
  ): ProcessGroup {
    if (onWindows && args.some((argument) => isUnsafeForCmd(command, argument))) {
      throw Object.assign(new Error('Windows could run an argument as a command.'), { code: 'EINVAL' });
    }
    const options: SpawnOptions = {
      cwd,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own. On Windows it would give each child process of the server a window.
      detached: !onWindows,
      windowsHide: true,
    };
    // On Windows cross-spawn finds and quotes the command: `npx` is `npx.cmd`, which only `cmd.exe` can run.
    const spawnServer = () => (onWindows ? crossSpawn : spawn)(command, args, options);
    return new ProcessGroup(watchdog.guard(spawnServer, onUnguarded), watchdog);
  }

  /**
   * Why the command could not be started; `undefined` if it was. On Windows a command that does not exist is known only when
   * `ended` resolves.
   */
  get startError(): Error | undefined {
    return this.#startError;
  }

  /** Resolves when the command has been started. @throws the system's error, such as ENOENT */
  async started(): Promise<void> {
    await once(this.child, 'spawn');
  }

  /**
   * Ends the server, whose input the caller has closed: after a grace period by SIGTERM, and after another one by SIGKILL.
   * Source: MCP specification, basic/lifecycle, "Shutdown", stdio.
   */
  async end(): Promise<void> {
    if (!(await settlesWithin(this.#exited, this.#graceMs))) {
      await this.#kill();
    }
  }

  #kill(): Promise<void> {
    this.#killing ??= onWindows ? this.#killTree() : this.#killGroup();
    return this.#killing;
  }

  async #killGroup(): Promise<void> {
    const { pid } = this.child;
    if (pid === undefined || !signalGroup(pid, 'SIGTERM')) {
      return;
    }
    await groupEndsWithin(pid, this.#graceMs);
    if (signalGroup(pid, 'SIGKILL')) {
      await groupEndsWithin(pid, killedMs);
    }
  }

  async #killTree(): Promise<void> {
    const { pid, exitCode, signalCode } = this.child;
    if (pid !== undefined && exitCode === null && signalCode === null) {
      const taskkill = spawn(systemProgram('taskkill.exe'), ['/pid', `${pid}`, '/T', '/F'], {
        stdio: 'ignore',
        windowsHide: true,
      });
      await once(taskkill, 'exit').catch(() => this.child.kill());
    }
  }
}

/** Resolves when the process group has ended, after `ms` at the latest. */
async function groupEndsWithin(group: number, ms: number): Promise<void> {
  for (let waited = 0; signalGroup(group, 0) && waited < ms; waited += pollMs) {
    await delay(pollMs);
  }
}

/**
 * Sends a signal to a process group; signal 0 only checks. False if it could not be sent, usually because the group has
 * ended.
 */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}
