import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { withSecretsMasked } from '#core/agents/lending/messages/lentMask.ts';
import { readBatch, readHead } from '#core/agents/lending/messages/messageHead.ts';
import { type Failure, HostError } from '#core/common/errors.ts';
import { hasTooManyJsonParts, maxJsonParts, maxMessageLength } from '#core/common/messageLimits.ts';
import type { SecretMask } from '#core/common/secretMask.ts';
import { settlesWithin } from '#core/common/timing.ts';
import { explainCrash, explainStdioStart } from '#core/connection/connectionFailure.ts';
import type { LaunchSpec } from '#core/model/definition.ts';
import type { ConnectionLog } from '#core/transport/connectionLog.ts';
import { StdioProcess } from '#core/transport/stdio/stdioProcess.ts';
import type { Watchdog } from '#core/transport/stdio/watchdog.ts';
import { NonProtocolOutputLog, StderrLog } from '#core/transport/throttledLogs.ts';
import type { LentConnection, LentListener, LentMessage } from './lentConnection.ts';

interface LentProcessOptions {
  /** The configured name. */
  readonly name: string;
  readonly spec: Extract<LaunchSpec, { type: 'stdio' }>;
  readonly watchdog: Watchdog;
  readonly log: ConnectionLog;
  readonly secrets: SecretMask;
  readonly listener: LentListener;
}

/**
 * UTF-16 code units of a line, and of what the server has not read. A line in which secrets are searched, without a pause, has at most
 * `maxMessageLength`.
 */
const maxLineLength = 64 * 1024 * 1024;
const exitLimitMs = 500;

/** A process of the server for one agent. */
export class LentProcess implements LentConnection {
  readonly hasSession = false;
  readonly hasHeaders = false;
  readonly authorizationId = undefined;
  readonly #options: LentProcessOptions;
  readonly #process: StdioProcess;
  readonly #stderr: StderrLog;
  readonly #nonProtocol: NonProtocolOutputLog;
  readonly #maxLineLength: number;
  #isClosed = false;

  constructor(options: LentProcessOptions) {
    const { spec, watchdog, log, listener } = options;
    this.#options = options;
    this.#stderr = new StderrLog(log);
    this.#nonProtocol = new NonProtocolOutputLog(log, 'Standard output is for protocol messages only');
    this.#maxLineLength = spec.secrets.length > 0 ? maxMessageLength : maxLineLength;
    this.#process = new StdioProcess({
      spec,
      watchdog,
      maxLineLength: this.#maxLineLength,
      listeners: {
        onLine: (line, isCut) => this.#receive(line, isCut),
        onStderrLine: (line) => this.#stderr.add(line),
        onUnguarded: (line) => log.warn(line),
        onEnd: () => {
          if (!this.#isClosed) {
            this.#isClosed = true;
            listener.onEnd(this.#failure());
          }
        },
      },
    });
  }

  async start(): Promise<void> {
    const { name, spec, secrets } = this.#options;
    try {
      await this.#process.start();
    } catch (error) {
      this.#isClosed = true;
      throw new HostError(secrets.maskFailure(explainStdioStart(name, spec, error, this.#end)), { cause: error });
    }
  }

  send({ text, head, value }: LentMessage): void {
    const { listener, log } = this.#options;
    log.logSent(value as unknown as JSONRPCMessage);
    this.#process.write(`${text}\n`, maxLineLength).catch(async () => {
      // A write can fail before the exit is known, and the exit is more informative.
      await settlesWithin(this.#process.ended, exitLimitMs);
      if (head.method !== undefined && head.id !== undefined) {
        listener.onFailed(head.id, new HostError(this.#failure()));
      }
    });
  }

  pause(): void {
    this.#process.pause();
  }

  resume(): void {
    this.#process.resume();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#process.close();
  }

  #receive(line: string, isCut: boolean): void {
    const { listener, log, secrets } = this.#options;
    if (isCut) {
      this.#process.endBecause(`The server sent a message of more than ${this.#maxLineLength} characters.`);
      return;
    }
    if (this.#isClosed || line.trim() === '') {
      return;
    }
    // The messages of a batch become messages of their own.
    for (const text of readBatch(line) ?? [line]) {
      if (!secrets.maskedValues.values.isEmpty && hasTooManyJsonParts(text)) {
        // To search secrets in it, it would have to be parsed.
        this.#process.endBecause(`The server sent a message of more than ${maxJsonParts} values.`);
        return;
      }
      const masked = withSecretsMasked(text, secrets);
      const head = readHead(masked);
      if (head) {
        log.logPassing(masked);
        listener.onMessage(masked, head);
      } else {
        this.#nonProtocol.add(text);
      }
    }
  }

  /** Why the process has ended, or could not be started. */
  #failure(): Failure {
    const { name, spec, secrets } = this.#options;
    const { startError } = this.#process;
    return secrets.maskFailure(
      startError ? explainStdioStart(name, spec, startError, this.#end) : explainCrash(name, this.#end),
    );
  }

  get #end() {
    return { exit: this.#process.exit, stderr: this.#stderr.last(), ...optionalFault(this.#process.fault) };
  }
}

function optionalFault(fault: string | undefined) {
  return fault === undefined ? {} : { fault };
}
