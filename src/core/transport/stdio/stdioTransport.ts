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

/** How to start the launcher: Node, or Electron with `ELECTRON_RUN_AS_NODE`, and the bundled program. */
export interface LauncherCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** How the process of a server ended. `code` is 128 + n when signal n ended it. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

interface StdioListeners {
  /** One line of stderr, at most 4,000 characters. */
  stderr(line: string): void;
  /** A line of stdout that is no JSON-RPC message. */
  nonProtocolOutput(line: string): void;
}

const maxStderrLength = 4000;
/** Longer than the launcher needs to end a server that ignores SIGTERM. */
const closeLimitMs = 4000;
/** How long output is read after the exit. It may still be on its way; a grandchild may hold the pipe open for ever. */
const drainMs = 500;
/** How long the exit is awaited after the input was closed: a server that exits closes its input first. */
const exitLimitMs = 500;
/** Characters that may wait for the server to read its input, in addition to the next message. */
const maxWaiting = 3 * maxMessageLength;
/** Bytes of standard output that are read in one turn of the event loop. */
const maxBytesPerTurn = 4096;

/**
 * The stdio transport, through the launcher. The SDK's own is not used: it cannot end a server behind a wrapper, hides
 * the exit code, and spawns a second server to probe the era. A server that has closed its input and runs on is ended.
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
  #closed = false;
  /** The launcher was told to end the server. */
  #ending = false;
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

  /** Why the host ended the server, as a sentence. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Resolves when the process has ended; at once when there is none. */
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
    if (this.#closed) {
      return;
    }
    const child = spawn(this.#launcher.command, [...this.#launcher.args, '--', command, ...args], {
      cwd,
      env: packEnvironment(env, this.#launcher.env),
      // By the IPC channel the launcher learns that it has to end the server, or that this process is gone.
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
      windowsHide: true,
    });
    this.#process = child;
    this.#listen(child);
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
  }

  /**
   * Resolves when the message is written; whether the server reads it cannot be known.
   * @throws SendFailure `notSent`: no server can read a message without the line break at its end.
   */
  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#process?.stdin;
    if (!stdin?.writable) {
      throw new SendFailure({ outcome: 'notSent', message: "The server's input is closed." });
    }
    if (stdin.writableLength > maxWaiting) {
      this.#endNotReading();
      throw new SendFailure({ outcome: 'notSent', message: 'The server does not read its input.' });
    }
    await new Promise<void>((resolve, reject) => {
      stdin.write(`${JSON.stringify(message)}\n`, (cause) =>
        cause ? reject(new SendFailure({ outcome: 'notSent', message: cause.message, cause })) : resolve(),
      );
    });
  }

  /** Ends the server and every process that it started. Takes at most about four seconds. */
  async close(): Promise<void> {
    const child = this.#process;
    this.#closed = true;
    if (child && !this.#exit) {
      this.#requestEnd();
      await settlesWithin(this.#ended, closeLimitMs);
      child.kill('SIGKILL');
    }
    this.#finish();
  }

  #listen(child: ChildProcess): void {
    const stdout = new LineSplitter(maxMessageLength, (line, cut) => this.#line(line, cut));
    const stderr = new LineSplitter(maxStderrLength, (line) => this.#listeners.stderr(line));
    if (child.stdout) {
      readInTurns(child.stdout, stdout);
    }
    child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.stderr?.once('end', () => stderr.end());
    // The error rejects the write.
    child.stdin?.on('error', () => undefined);
    child.stdin?.once('close', () => this.#endUnlessEnding(child));
    child.on('error', (error) => this.onerror?.(error));
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    this.#ended = new Promise<void>((resolve) => {
      child.once('exit', async (code, signal) => {
        await settlesWithin(closed, drainMs);
        this.#exit = { code, signal };
        child.stdout?.destroy();
        child.stderr?.destroy();
        this.#finish();
        resolve();
      });
    });
  }

  #line(line: string, cut: boolean): void {
    if (this.#fault !== undefined) {
      return;
    }
    for (const message of this.#messagesIn(line, cut)) {
      if (isMessage(message)) {
        dispatchMessage(this, message);
      } else if (line.trim()) {
        this.#listeners.nonProtocolOutput(line);
      }
    }
  }

  /** One message or, in revision 2025-03-26, a batch. None when a limit is exceeded: then the server is ended. */
  #messagesIn(line: string, cut: boolean): readonly unknown[] {
    try {
      if (cut) {
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

  /** Closes the server's input, and tells the launcher: the launcher does not read the input. */
  #requestEnd(): void {
    this.#ending = true;
    this.#process?.stdin?.end();
    if (this.#process?.connected) {
      // The launcher may just have exited.
      this.#process.send('end', () => undefined);
    }
  }

  /** The server's input was closed, by either side. */
  async #endUnlessEnding(child: ChildProcess): Promise<void> {
    const exited = () => child.exitCode !== null || child.signalCode !== null;
    if (this.#closed || this.#ending || exited()) {
      return;
    }
    await settlesWithin(new Promise((resolve) => child.once('exit', resolve)), exitLimitMs);
    if (!this.#closed && !exited()) {
      this.#endNotReading();
    }
  }

  #endNotReading(): void {
    this.#fault ??= t('It does not read its input any more.');
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
 * Reads a pipe over several turns of the event loop: it delivers 64 KiB at once, which can be hundreds of messages, and other
 * servers must not be blocked.
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
