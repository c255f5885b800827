import { type ChildProcess, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import {
  checkMessageSize,
  maxMessageLength,
  messagesInBatch,
  messageTooLongError,
  OversizedMessageError,
} from '#core/common/messageLimits.ts';
import { settlesWithin } from '#core/common/timing.ts';
import type { LaunchSpec } from '#core/model/definition.ts';
import { dispatchMessage } from '#core/transport/receivedMessages.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import { tryParseJson } from '#form/json.ts';
import { packEnvironment } from './launcherProtocol.ts';
import { LineSplitter } from './lineSplitter.ts';

/** How to start the launcher: with Node, or with Electron and `ELECTRON_RUN_AS_NODE`, and the bundled launcher's path. */
export interface LauncherCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** How the process of a server ended. `code` is 128 + n if signal n ended the server. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

interface StdioListeners {
  /** Called with each line of stderr, at most 4,000 characters. */
  onStderrLine(line: string): void;
  /** Called with each line of stdout that is, or contains, something other than a JSON-RPC message. */
  onNonProtocolOutput(line: string): void;
}

const maxStderrLength = 4000;
/** The time that `close` waits at most. The launcher needs less to end a server that ignores SIGTERM. */
const closeLimitMs = 4000;
/** How long the rest of the output is read after the exit: a grandchild may keep the pipe open for ever. */
const drainMs = 500;
/** How long the exit is awaited after the input was closed: a server that exits closes its input first. */
const exitLimitMs = 500;
/** Characters that the server may leave unread in its input, in addition to the next message. */
const maxUnreadLength = 3 * maxMessageLength;
/** The number of bytes of standard output that are read in one turn of the event loop. */
const maxBytesPerTurn = 4096;

/**
 * The stdio transport, which starts the server through the launcher. The SDK's transport is not used: it cannot end a server
 * behind a wrapper, hides the exit code, and spawns a second server to find out the era. The host ends a server that has
 * closed its input and still runs.
 * Source: MCP specification, basic/transports, "stdio".
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];

  readonly #spec: Extract<LaunchSpec, { type: 'stdio' }>;
  readonly #launcher: LauncherCommand;
  readonly #listeners: StdioListeners;
  #process: ChildProcess | undefined;
  #exit: ProcessExit | undefined;
  #fault: string | undefined;
  #isClosed = false;
  /** True after the launcher was requested to end the server. */
  #isEnding = false;
  #ended: Promise<void> = Promise.resolve();

  constructor(spec: Extract<LaunchSpec, { type: 'stdio' }>, launcher: LauncherCommand, listeners: StdioListeners) {
    this.#spec = spec;
    this.#launcher = launcher;
    this.#listeners = listeners;
  }

  /** How the process ended; `undefined` while it runs. */
  get exit(): ProcessExit | undefined {
    return this.#exit;
  }

  /** Why the host ended the server, as a sentence; `undefined` if it did not. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Resolves when the process has ended; at once if there is no process. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  async start(): Promise<void> {
    const { command, args, env, cwd } = this.#spec;
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
    const child = spawn(this.#launcher.command, [...this.#launcher.args, '--', command, ...args], {
      cwd,
      env: packEnvironment(env, this.#launcher.env),
      // The IPC channel carries the request to end the server. The channel closes if this process is gone.
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
      windowsHide: true,
    });
    this.#process = child;
    this.#readOutput(child);
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
  }

  /**
   * Resolves when the message is written, which does not mean that the server reads it.
   * @throws SendFailure `notSent`, also for a message that was written in part: without its line break no server can read it.
   */
  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#process?.stdin;
    if (!stdin?.writable) {
      throw new SendFailure({ outcome: 'notSent', message: "The server's input is closed." });
    }
    if (stdin.writableLength > maxUnreadLength) {
      this.#endAsNotReading();
      throw new SendFailure({ outcome: 'notSent', message: 'The server does not read its input.' });
    }
    await new Promise<void>((resolve, reject) => {
      stdin.write(`${JSON.stringify(message)}\n`, (cause) =>
        cause ? reject(new SendFailure({ outcome: 'notSent', message: cause.message, cause })) : resolve(),
      );
    });
  }

  /** Ends the server and every process that the server has started. Takes about four seconds at most. */
  async close(): Promise<void> {
    const child = this.#process;
    this.#isClosed = true;
    if (child && !this.#exit) {
      this.#requestEnd();
      await settlesWithin(this.#ended, closeLimitMs);
      child.kill('SIGKILL');
    }
    this.#finish();
  }

  #readOutput(child: ChildProcess): void {
    const stdout = new LineSplitter(maxMessageLength, (line, isCut) => this.#receiveLine(line, isCut));
    const stderr = new LineSplitter(maxStderrLength, (line) => this.#listeners.onStderrLine(line));
    if (child.stdout) {
      readInTurns(child.stdout, stdout);
    }
    child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.stderr?.once('end', () => stderr.end());
    // The error is not lost: it rejects the write.
    child.stdin?.on('error', () => undefined);
    child.stdin?.once('close', () => this.#onInputClosed(child));
    child.on('error', (error) => this.onerror?.(error));
    const streamsClosed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    this.#ended = new Promise<void>((resolve) => {
      child.once('exit', async (code, signal) => {
        await settlesWithin(streamsClosed, drainMs);
        this.#exit = { code, signal };
        child.stdout?.destroy();
        child.stderr?.destroy();
        this.#finish();
        resolve();
      });
    });
  }

  #receiveLine(line: string, isCut: boolean): void {
    if (this.#fault !== undefined) {
      return;
    }
    for (const message of this.#messagesIn(line, isCut)) {
      if (isMessage(message)) {
        dispatchMessage(this, message);
      } else if (line.trim()) {
        this.#listeners.onNonProtocolOutput(line);
      }
    }
  }

  /** The message or, in revision 2025-03-26, the batch in a line. If a limit is exceeded, ends the server and returns none. */
  #messagesIn(line: string, isCut: boolean): readonly unknown[] {
    try {
      if (isCut) {
        throw messageTooLongError();
      }
      checkMessageSize(line);
      return messagesInBatch(tryParseJson(line));
    } catch (error) {
      if (!(error instanceof OversizedMessageError)) {
        throw error;
      }
      this.#fault = error.summary;
      this.#requestEnd();
      return [];
    }
  }

  /** Closes the server's input, and requests the end by IPC, because the launcher may not notice that the input is closed. */
  #requestEnd(): void {
    this.#isEnding = true;
    this.#process?.stdin?.end();
    if (this.#process?.connected) {
      // The launcher may just have exited.
      this.#process.send('end', () => undefined);
    }
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
    const onclose = this.onclose;
    this.onclose = undefined;
    onclose?.();
  }
}

/**
 * Reads a pipe over several turns of the event loop: a pipe delivers 64 KiB at once, which can be hundreds of messages, and
 * other servers must not be blocked.
 */
function readInTurns(stream: Readable, lines: LineSplitter): void {
  const read = (chunk: Buffer) => {
    lines.push(chunk.subarray(0, maxBytesPerTurn));
    const rest = chunk.subarray(maxBytesPerTurn);
    if (rest.length === 0) {
      stream.resume();
    } else if (!stream.destroyed) {
      stream.pause();
      setImmediate(read, rest);
    }
  };
  stream.on('data', read);
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0';
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
