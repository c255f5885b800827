import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { errorText } from '#core/common/errors.ts';
import { backoffMs } from '#core/common/timing.ts';
import { type WatchdogCommand, watchdogCommand } from './watchdogCommand.ts';

interface WatchdogOptions {
  readonly command: WatchdogCommand;
  /** How long a server may take to end after its input was closed, and again after SIGTERM. In milliseconds. */
  readonly graceMs: number;
}

interface GuardedServer {
  /** When the server was started, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Called with the reason when there is no watchdog; absent after the call. */
  onUnguarded?: ((reason: string) => void) | undefined;
}

/** A watchdog that ran for this time was not ended by what ended the one before it. */
const stableMs = 10_000;
const firstPauseMs = 100;
const maxPauseMs = 60_000;

/**
 * The watchdog: one process that ends the processes of all servers if this process is gone. It runs while there are servers. If
 * it ends before, another one is started for the same servers.
 */
export class Watchdog {
  readonly graceMs: number;
  readonly #command: WatchdogCommand;
  /** By the id of the process, which is also that of its group. */
  readonly #servers = new Map<number, GuardedServer>();
  #process: ChildProcess | undefined;
  /** When `#process` was started, in milliseconds since 1970. */
  #startedAt = 0;
  /** How many watchdogs in a row could not be started, or ended soon. */
  #failures = 0;
  #retry: NodeJS.Timeout | undefined;

  constructor({ command, graceMs }: WatchdogOptions) {
    this.#command = command;
    this.graceMs = graceMs;
  }

  /**
   * Starts a server so that it ends with this process, until `release` is called. The server is registered before this process
   * does anything else. It starts also if there is no watchdog.
   * @param spawnServer Returns the process, without a `pid` if it could not be started. What it throws is passed on.
   * @param onUnguarded Called at most once, with the reason, when there is no watchdog. Then the server continues to run
   * if this process is killed.
   */
  guard(spawnServer: () => ChildProcess, onUnguarded: (reason: string) => void): ChildProcess {
    this.#start();
    const startedAt = Date.now();
    try {
      const child = spawnServer();
      if (child.pid !== undefined) {
        const server = { startedAt, onUnguarded };
        this.#servers.set(child.pid, server);
        this.#register(child.pid, server);
      }
      return child;
    } finally {
      this.#endIfUnused();
    }
  }

  /** Forgets a server, of which no process runs any more: another process may get its id. */
  release(pid: number): void {
    if (this.#servers.delete(pid)) {
      this.#write(`- ${pid}\n`);
      this.#endIfUnused();
    }
  }

  #start(): void {
    if (this.#process) {
      return;
    }
    clearTimeout(this.#retry);
    const startedAt = Date.now();
    try {
      this.#process = spawnWatchdog(this.#command, (child, reason) => this.#onEnd(child, startedAt, reason));
      this.#startedAt = startedAt;
    } catch (error) {
      // In a later turn, when the server that is being started is known.
      setImmediate(() => this.#onEnd(undefined, startedAt, errorText(error, 200)));
    }
    for (const [pid, server] of this.#servers) {
      this.#register(pid, server);
    }
  }

  #onEnd(child: ChildProcess | undefined, startedAt: number, reason: string): void {
    if (this.#process === child) {
      this.#process = undefined;
      this.#failures = Date.now() - startedAt < stableMs ? this.#failures + 1 : 0;
      this.#replace(reason);
    }
  }

  /** Starts another watchdog: at once if one has ended, and with growing pauses if several have. */
  #replace(reason: string): void {
    if (this.#servers.size === 0) {
      return;
    }
    if (this.#failures <= 1) {
      this.#start();
      return;
    }
    for (const server of this.#servers.values()) {
      server.onUnguarded?.(reason);
      server.onUnguarded = undefined;
    }
    this.#retry = setTimeout(() => this.#start(), backoffMs(this.#failures - 2, firstPauseMs, maxPauseMs));
    this.#retry.unref();
  }

  #endIfUnused(): void {
    if (this.#servers.size === 0) {
      clearTimeout(this.#retry);
      if (this.#process && Date.now() - this.#startedAt >= stableMs) {
        this.#failures = 0;
      }
      inputOf(this.#process)?.end();
      this.#process = undefined;
    }
  }

  #register(pid: number, { startedAt }: GuardedServer): void {
    this.#write(`+ ${pid} ${startedAt}\n`);
  }

  /** The text is in the pipe when this returns, so that the watchdog reads it even if this process is killed then. */
  #write(text: string): void {
    inputOf(this.#process)?.write(text);
  }
}

/**
 * @param windowsProgram the path of the bundled `windowsWatchdog.ts`
 * @param graceMs Default: one second.
 */
export function createWatchdog(windowsProgram: string, graceMs = 1000): Watchdog {
  return new Watchdog({ command: watchdogCommand({ platform: process.platform, windowsProgram, graceMs }), graceMs });
}

/** `undefined` if it could not be started: without file descriptors, Node does not even set `stdio`. */
function inputOf(child: ChildProcess | undefined): Writable | undefined {
  const stdio: ChildProcess['stdio'] | undefined = child?.stdio;
  return (stdio?.[3] as Writable | null | undefined) ?? undefined;
}

/**
 * Starts the watchdog in its own session, which no terminal and no signal to the editor's group reaches.
 * @param onEnd Called with the reason when it has ended, or could not be started, in a later turn.
 */
function spawnWatchdog(
  { command, args, env }: WatchdogCommand,
  onEnd: (child: ChildProcess, reason: string) => void,
): ChildProcess {
  const child = spawn(command, [...args], {
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    // On Windows, Node ends the processes that are not detached together with itself.
    detached: true,
    windowsHide: true,
  });
  child.once('error', (error) => onEnd(child, error.message));
  child.once('exit', (code, signal) => onEnd(child, `it ended with ${signal ?? `exit code ${code}`}`));
  child.unref();
  const input = inputOf(child);
  // The exit is handled.
  input?.on('error', () => undefined);
  if (input && 'unref' in input && typeof input.unref === 'function') {
    input.unref();
  }
  return child;
}
