import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import {
  checkMessageSize,
  maxMessageLength,
  messagesInBatch,
  messageTooLongError,
  OversizedMessageError,
} from '#core/common/messageLimits.ts';
import type { LaunchSpec } from '#core/model/definition.ts';
import { dispatchMessage } from '#core/transport/receivedMessages.ts';
import { tryParseJson } from '#form/json.ts';
import type { ProcessExit } from './processGroup.ts';
import { StdioProcess } from './stdioProcess.ts';
import type { Watchdog } from './watchdog.ts';

interface StdioListeners {
  /** Called with each line of stderr, at most 4,000 characters. */
  onStderrLine(line: string): void;
  /** Called with each line of stdout that is, or contains, something other than a JSON-RPC message. */
  onNonProtocolOutput(line: string): void;
  /** Called at most once, with a line for the log: the server may continue to run if this process is killed. */
  onUnguarded(line: string): void;
}

/** Characters that the server may leave unread in its input, in addition to the next message. */
const maxUnreadLength = 3 * maxMessageLength;

/**
 * The stdio transport. The SDK's transport is not used: it cannot end a server
 * behind a wrapper, hides the exit code, and spawns a second server to find out the era.
 * Source: MCP specification, basic/transports, "stdio".
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];

  readonly #listeners: StdioListeners;
  readonly #process: StdioProcess;

  constructor(spec: Extract<LaunchSpec, { type: 'stdio' }>, watchdog: Watchdog, listeners: StdioListeners) {
    this.#listeners = listeners;
    this.#process = new StdioProcess({
      spec,
      watchdog,
      maxLineLength: maxMessageLength,
      listeners: {
        onLine: (line, isCut) => this.#receiveLine(line, isCut),
        onStderrLine: (line) => listeners.onStderrLine(line),
        onUnguarded: (line) => listeners.onUnguarded(line),
        onEnd: () => this.onclose?.(),
      },
    });
  }

  /** How the process ended; `undefined` while it runs. */
  get exit(): ProcessExit | undefined {
    return this.#process.exit;
  }

  /** The system's error if the command could not be started, which Windows may find out after `start`. */
  get startError(): Error | undefined {
    return this.#process.startError;
  }

  /** Why the host ended the server, as a sentence; `undefined` if it did not. */
  get fault(): string | undefined {
    return this.#process.fault;
  }

  /** Resolves when the process has ended; at once if there is no process. */
  get ended(): Promise<void> {
    return this.#process.ended;
  }

  start(): Promise<void> {
    return this.#process.start();
  }

  /**
   * Resolves when the message is written, which does not mean that the server reads it.
   * @throws SendFailure `notSent`, also for a message that was written in part, because without its line break no server can read it;
   * `unknown` if it may have been written
   */
  send(message: JSONRPCMessage): Promise<void> {
    return this.#process.write(`${JSON.stringify(message)}\n`, maxUnreadLength);
  }

  /** Ends the server and every process that the server has started. Takes about four seconds at most. */
  close(): Promise<void> {
    return this.#process.close();
  }

  #receiveLine(line: string, isCut: boolean): void {
    if (this.fault !== undefined) {
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
      this.#process.endBecause(error.summary);
      return [];
    }
  }
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0';
}
