import type { ChildProcess } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { settlesWithin } from '#core/common/timing.ts';
import type { LaunchSpec } from '#core/model/definition.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import { LineSplitter } from './lineSplitter.ts';
import { PipeReader } from './pipeReader.ts';
import { type ProcessExit, ProcessGroup } from './processGroup.ts';
import { TextWriter } from './textWriter.ts';
import type { Watchdog } from './watchdog.ts';

interface ProcessListeners {
  /** Called with each line of stdout. `isCut`: it is longer than `maxLineLength`, and the rest is dropped. */
  onLine(line: string, isCut: boolean): void;
  /** Called with each line of stderr, at most 4,000 characters. */
  onStderrLine(line: string): void;
  /** Called at most once, with a line for the log: the server may continue to run if this process is killed. */
  onUnguarded(line: string): void;
  /** Called once, when the process has ended, or does not read its input any more. */
  onEnd(): void;
}

interface ProcessOptions {
  readonly spec: Extract<LaunchSpec, { type: 'stdio' }>;
  readonly watchdog: Watchdog;
  /** The longest line of stdout, in UTF-16 code units. */
  readonly maxLineLength: number;
  readonly listeners: ProcessListeners;
}

const maxStderrLength = 4000;
/** The time that `close` waits at most. A server that ignores SIGTERM ends in less. */
const closeLimitMs = 4000;
/** How long the end of the output is awaited after the exit: a process that was left behind may keep the pipe open for ever. */
const outputEndMs = 500;
/** How long the exit is awaited after the input was closed: a server that exits closes its input first. */
const exitLimitMs = 500;

/**
 * The process of a server. The host ends a server that has closed its input and still runs; the watchdog ends all servers if
 * the host is gone.
 * Source: MCP specification, basic/transports, "stdio".
 */
export class StdioProcess {
  readonly #options: ProcessOptions;
  #group: ProcessGroup | undefined;
  #input: TextWriter | undefined;
  #output: PipeReader | undefined;
  #exit: ProcessExit | undefined;
  #fault: string | undefined;
  #isClosed = false;
  /** True after the shutdown has begun. */
  #isEnding = false;
  #hasFinished = false;
  #ended: Promise<void> = Promise.resolve();

  constructor(options: ProcessOptions) {
    this.#options = options;
  }

  /** How the process ended; `undefined` while it runs. */
  get exit(): ProcessExit | undefined {
    return this.#exit;
  }

  /** The system's error if the command could not be started, which Windows may find out after `start`. */
  get startError(): Error | undefined {
    return this.#group?.startError;
  }

  /** Why the host ended the server, as a sentence; `undefined` if it did not. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Resolves when the process has ended; at once if there is no process. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  /** @throws HostError if the folder does not exist, or the system's error */
  async start(): Promise<void> {
    const { spec, watchdog, listeners } = this.#options;
    const { cwd } = spec;
    if (!(await isFolder(cwd))) {
      throw new HostError({
        name: 'ServerFailedToStart',
        summary: t('The folder {0} does not exist.', cwd),
        remedy: t('Check "cwd" in the entry.'),
      });
    }
    if (this.#isClosed) {
      return;
    }
    const group = ProcessGroup.start(spec, watchdog, (reason) =>
      listeners.onUnguarded(
        `The watchdog of server processes does not run (${reason}). If the extension host is killed, this server may continue to run.`,
      ),
    );
    this.#group = group;
    this.#input = group.child.stdin ? new TextWriter(group.child.stdin) : undefined;
    this.#readOutput(group);
    try {
      await group.started();
    } catch (error) {
      this.#hasFinished = true;
      throw error;
    }
  }

  /**
   * Resolves when the text is written, which does not mean that the server reads it.
   * @param maxUnread Characters that the server may leave unread in its input, in addition to this text.
   * @throws SendFailure `notSent`, also for a text that was written in part; `unknown` if it may have been written
   */
  async write(text: string, maxUnread: number): Promise<void> {
    if (!this.#input || !this.#group?.child.stdin?.writable) {
      throw new SendFailure({ outcome: 'notSent', message: "The server's input is closed." });
    }
    if (this.#input.unwrittenLength > maxUnread) {
      this.#endAsNotReading();
      throw new SendFailure({ outcome: 'notSent', message: 'The server does not read its input.' });
    }
    await this.#input.write(text);
  }

  /** Reads no more of the output until `resume`, also after the exit. */
  pause(): void {
    this.#output?.pause();
  }

  resume(): void {
    this.#output?.resume();
  }

  /** Ends the server because of a fault of it. */
  endBecause(fault: string): void {
    this.#fault = fault;
    this.#requestEnd();
  }

  /** Ends the server and every process that the server has started. Takes about four seconds at most. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#group && !this.#exit) {
      this.#requestEnd();
      await settlesWithin(this.#ended, closeLimitMs);
    }
    this.#finish();
  }

  #readOutput(group: ProcessGroup): void {
    const { child } = group;
    const { listeners, maxLineLength } = this.#options;
    const stdout = new LineSplitter(maxLineLength, (line, isCut) => listeners.onLine(line, isCut));
    const stderr = new LineSplitter(maxStderrLength, (line) => listeners.onStderrLine(line));
    this.#output = child.stdout ? new PipeReader(child.stdout, stdout) : undefined;
    child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.stderr?.once('end', () => stderr.end());
    // The error is not lost: it rejects the write.
    child.stdin?.on('error', () => undefined);
    child.stdin?.once('close', () => this.#onInputClosed(child));
    const streamsClosed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    this.#ended = group.ended.then(async (exit) => {
      await settlesWithin(streamsClosed, outputEndMs);
      await this.#output?.finish();
      this.#exit = exit;
      child.stderr?.destroy();
      this.#finish();
    });
  }

  /** Closes the server's input, and ends the server if it does not end itself. */
  #requestEnd(): void {
    this.#isEnding = true;
    this.#input?.end();
    this.resume();
    void this.#group?.end();
  }

  /** Handles the end of the server's input, which the host or the server has closed. */
  async #onInputClosed(child: ChildProcess): Promise<void> {
    const hasExited = () => child.exitCode !== null || child.signalCode !== null;
    if (this.#isClosed || this.#isEnding || hasExited()) {
      return;
    }
    await settlesWithin(new Promise((resolve) => child.once('exit', resolve)), exitLimitMs);
    if (!this.#isClosed && !hasExited()) {
      this.#endAsNotReading();
    }
  }

  #endAsNotReading(): void {
    this.#fault ??= t('It no longer reads its input.');
    this.#requestEnd();
    this.#finish();
  }

  #finish(): void {
    if (!this.#hasFinished) {
      this.#hasFinished = true;
      this.#options.listeners.onEnd();
    }
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
