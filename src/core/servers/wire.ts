import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  isSpecType,
  type JSONRPCMessage,
  type JSONRPCResponse,
  type MessageExtraInfo,
  ProtocolErrorCode,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import { isRecord } from '../../form/json.ts';
import { isTooDeep } from './depth.ts';
import { timeLimit } from './timing.ts';
import type { WireLog } from './wireLog.ts';

type Id = string | number;

/** The `data` of the error that ends a request whose response is lost. No server can send it. */
export const lost = Symbol('lost');

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
  #probe: Id | undefined;
  #initializing = false;
  #discovered = false;
  #discoveredLate = false;
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

  /** The server has answered `server/discover`, perhaps later than anybody waited for it: it knows the modern era. */
  get discovered(): boolean {
    return this.#discovered;
  }

  /** It has, and `initialize` had been sent by then. */
  get discoveredLate(): boolean {
    return this.#discoveredLate;
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
      if (message.method === 'server/discover' && 'id' in message) {
        this.#probe = message.id;
      }
      this.#initializing ||= message.method === 'initialize';
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
      this.onmessage?.({ jsonrpc: '2.0', id, error: { code: -32000, message: reason, data: lost } });
    }
  }

  #receive(message: JSONRPCMessage, extra: MessageExtraInfo | undefined): void {
    if (isTooDeep(message)) {
      this.#leaveUnread(message, 'a message that is nested too deeply');
      return;
    }
    this.#log.received(message);
    if (!('method' in message)) {
      this.#receiveResponse(message, extra);
      return;
    }
    if ('id' in message) {
      if (!isJSONRPCRequest(message)) {
        // Its `params` are no object, or it has no usable id: the SDK would leave it without a reply.
        this.#leaveUnread(message, 'a request that does not follow JSON-RPC');
        return;
      }
      if (this.#unanswered.has(message.id)) {
        this.#log.warn(`The server used the id ${JSON.stringify(message.id)} again; that request was ignored.`);
        return;
      }
      if (!this.#modern) {
        this.#unanswered.add(message.id);
      }
    } else if (isSpecType.CancelledNotification(message)) {
      const id = message.params.requestId;
      // The SDK sends no reply to a request that was cancelled, and ignores a notification that is malformed.
      queueMicrotask(() => id !== undefined && this.#answered(id));
    }
    this.onmessage?.(message, extra);
  }

  #receiveResponse(message: JSONRPCResponse, extra: MessageExtraInfo | undefined): void {
    if (!isJSONRPCResultResponse(message) && !isJSONRPCErrorResponse(message)) {
      // A `result` that is no object, for one: the SDK would drop it, and the request would wait for ever.
      this.#leaveUnread(message, 'a response that does not follow JSON-RPC');
      return;
    }
    if (message.id !== undefined) {
      this.#waiting.delete(message.id);
      const discovers = message.id === this.#probe && 'result' in message;
      this.#discovered ||= discovers;
      this.#discoveredLate ||= discovers && this.#initializing;
    }
    this.onmessage?.(this.#modern ? completed(message) : message, extra);
  }

  /**
   * A request that nobody can handle is refused, a response that nobody can handle ends its request with an error.
   * Without an id, or with one that still waits for its own reply, there is nothing to say to the server.
   * Source: MCP specification, basic, "Requests": an id is a string or a number, never null.
   */
  #leaveUnread(message: JSONRPCMessage, what: string): void {
    this.#log.warn(`The server sent ${what}; it was not read.`);
    const id: unknown = 'id' in message ? message.id : undefined;
    if (!isId(id)) {
      return;
    }
    if (!('method' in message)) {
      this.#waiting.delete(id);
      const error = { code: ProtocolErrorCode.InternalError, message: `The server answered with ${what}.` };
      this.onmessage?.({ jsonrpc: '2.0', id, error });
    } else if (!this.#unanswered.has(id)) {
      const error = { code: ProtocolErrorCode.InvalidRequest, message: 'Invalid request' };
      this.send({ jsonrpc: '2.0', id, error }).catch((failure: Error) => this.onerror?.(failure));
    }
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

function isId(value: unknown): value is Id {
  return typeof value === 'string' || typeof value === 'number';
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
