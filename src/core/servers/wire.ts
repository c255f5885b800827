import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type MessageExtraInfo,
  ProtocolErrorCode,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import { isRecord } from './answers.ts';
import { timeLimit } from './timing.ts';
import type { WireLog } from './wireLog.ts';

type Id = string | number;

/**
 * A transport seen from the host: every message passes here. It writes the wire log, knows which of the server's
 * requests still wait for our reply, and notices a response stream that ended without its response (Streamable HTTP
 * only), which the SDK leaves hanging.
 */
export class Wire implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  /** A request of ours will get no response: its stream is gone. See `giveUp`. */
  onlost?: (id: number) => void;

  readonly #inner: Transport;
  readonly #log: WireLog;
  readonly #unanswered = new Set<Id>();
  readonly #waiting = new Set<Id>();
  #drained: (() => void)[] = [];
  #modern = false;
  #silent = false;

  constructor(inner: Transport, log: WireLog) {
    this.#inner = inner;
    this.#log = log;
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  get hasPerRequestStream(): boolean | undefined {
    return this.#inner.hasPerRequestStream;
  }

  setProtocolVersion(version: string): void {
    this.#modern = version >= '2026-07-28';
    this.#inner.setProtocolVersion?.(version);
  }

  start(): Promise<void> {
    this.#inner.onmessage = (message, extra) => this.#receive(message, extra);
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onclose = () => {
      this.#settle();
      this.onclose?.();
    };
    return this.#inner.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (this.#silent) {
      return;
    }
    this.#log.sent(message);
    if ('method' in message) {
      await this.#inner.send(message, 'id' in message ? this.#watched(message.id, options) : options);
      return;
    }
    try {
      await this.#inner.send(message, options);
    } finally {
      if (message.id !== undefined) {
        this.#answered(message.id);
      }
    }
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  /** From now on nothing is sent: the other side is gone. */
  silence(): void {
    this.#silent = true;
  }

  /** Waits until the server has every reply that is on its way, at most `ms`. */
  async drain(ms: number): Promise<void> {
    if (this.#unanswered.size > 0) {
      await timeLimit(new Promise<void>((resolve) => this.#drained.push(resolve)), ms);
    }
  }

  /** Ends a request whose response will not come. */
  giveUp(id: number, reason: string): void {
    if (this.#waiting.delete(id)) {
      this.onmessage?.({ jsonrpc: '2.0', id, error: { code: -32000, message: reason } });
    }
  }

  #receive(message: JSONRPCMessage, extra: MessageExtraInfo | undefined): void {
    this.#log.received(message);
    if ('method' in message) {
      if ('id' in message) {
        if (!isJSONRPCRequest(message)) {
          this.#refuse(message);
          return;
        }
        if (this.#unanswered.has(message.id)) {
          this.#log.warn(`The server used the id ${JSON.stringify(message.id)} again; that request was ignored.`);
          return;
        }
        if (!this.#modern) {
          this.#unanswered.add(message.id);
        }
      } else if (message.method === 'notifications/cancelled') {
        const id = message.params?.['requestId'];
        // The SDK sends no reply to a request that was cancelled.
        queueMicrotask(() => (typeof id === 'string' || typeof id === 'number') && this.#answered(id));
      }
      this.onmessage?.(message, extra);
      return;
    }
    if (message.id !== undefined) {
      this.#waiting.delete(message.id);
    }
    this.onmessage?.(this.#modern ? completed(message) : message, extra);
  }

  /** A request whose frame is wrong (`params` that are no object): the SDK would leave it without a reply. */
  #refuse({ id }: { id: Id }): void {
    const error = { code: ProtocolErrorCode.InvalidRequest, message: 'Invalid request' };
    this.#log.warn('The server sent a request that does not follow JSON-RPC; it was refused.');
    this.send({ jsonrpc: '2.0', id, error }).catch((failure: Error) => this.onerror?.(failure));
  }

  #watched(id: Id, options: TransportSendOptions | undefined): TransportSendOptions | undefined {
    if (typeof id !== 'number' || !this.#inner.hasPerRequestStream) {
      return options;
    }
    this.#waiting.add(id);
    return {
      ...options,
      onRequestStreamEnd: () => {
        options?.onRequestStreamEnd?.();
        if (this.#waiting.has(id)) {
          this.onlost?.(id);
        }
      },
    };
  }

  #answered(id: Id): void {
    this.#unanswered.delete(id);
    if (this.#unanswered.size === 0) {
      this.#settle();
    }
  }

  #settle(): void {
    const drained = this.#drained;
    this.#drained = [];
    for (const resolve of drained) {
      resolve();
    }
  }
}

/**
 * A wire that the SDK takes for stdio, which decides how it reads silence during version negotiation. It looks for
 * these two members.
 */
export class StdioWire extends Wire {
  readonly pid = null;
  readonly stderr = null;
}

/**
 * A result without `resultType` is complete; the SDK insists on the word.
 * Source: MCP specification 2026-07-28, basic, "Responses".
 */
function completed(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || !isRecord(message.result) || 'resultType' in message.result) {
    return message;
  }
  return { ...message, result: { ...message.result, resultType: 'complete' } };
}
