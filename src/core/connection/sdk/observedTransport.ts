import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  isSpecType,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type MessageExtraInfo,
  ProtocolErrorCode,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import { isRequestId, type RequestId } from '#core/common/ids.ts';
import { isNestedTooDeep } from '#core/common/messageLimits.ts';
import { runInRequestContext, runOutsideCalls } from '#core/model/callContext.ts';
import type { LimitCode } from '#core/model/requestCodes.ts';
import { withResultType } from '#core/transport/receivedMessages.ts';
import { type ReplyPolicy, sendOnce } from '#core/transport/replyPolicy.ts';
import type { WireLog } from '#core/transport/wireLog.ts';
import { isRecord } from '#form/json.ts';
import { inOneLine } from '#form/text.ts';
import { EraDiscovery } from './eraDiscovery.ts';
import { refusalOfUnread } from './errorInHttpBody.ts';
import { PendingReplies } from './pendingReplies.ts';

/** The `data` of the error that ends a request whose response is lost. No server can send it. */
export const lostResponse = Symbol('lost');

/**
 * A transport seen from the host: every message passes here. It writes the wire log, knows which of the server's
 * requests still wait for our reply, and notices a response stream that ended without its response (Streamable HTTP
 * only), which the SDK leaves hanging.
 */
export class ObservedTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  /** A request of ours will get no response: its stream is gone. See `giveUp`. */
  onlost?: (id: RequestId) => void;
  /** A request of ours was written (stdio), or the server has begun to answer it (HTTP). */
  ontaken?: (request: JSONRPCRequest) => void;
  /** A request of the server's was left unread, for the limit that it met or because it is malformed: `error` refuses it. */
  onunread?: (request: { readonly method: unknown }, error: JSONRPCErrorResponse['error'], limit?: LimitCode) => void;
  /** A reply could not be delivered, by what the policy for replies does: the server waits for it in vain. */
  onundelivered?: (error: unknown, reply: JSONRPCResponse) => void;

  /** Why we ended the connection of our own accord, as a sentence. */
  fault: string | undefined;

  /** How the server answers the question for its era, and the handshake. */
  readonly discovery = new EraDiscovery();

  readonly #inner: Transport;
  readonly #log: WireLog;
  readonly #replies: ReplyPolicy;
  /** Fires when no reply can leave any more. */
  readonly #over = new AbortController();
  readonly #unanswered = new PendingReplies();
  /** Requests of ours that still want their response. */
  readonly #pending = new Set<RequestId>();
  /** Those of them whose response can be lost. */
  readonly #waiting = new Set<RequestId>();
  #modern = false;
  #silent = false;

  constructor(inner: Transport, log: WireLog, replies: ReplyPolicy = sendOnce) {
    this.#inner = inner;
    this.#log = log;
    this.#replies = replies;
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
    this.#inner.onclose = () => this.#finish();
    return runOutsideCalls(() => this.#inner.start());
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (this.#silent) {
      return;
    }
    if (this.discovery.isModernOnly && 'method' in message && message.method === 'initialize') {
      throw new Error('The server speaks no version that begins with initialize.');
    }
    this.#log.sent(message);
    this.discovery.sent(message);
    if ('method' in message) {
      await ('id' in message ? this.#sendRequest(message, options) : this.#sendNotification(message, options));
      return;
    }
    const attempt = (requestSignal?: AbortSignal) =>
      this.#inner.send(message, requestSignal ? { ...options, requestSignal } : options);
    if (message.id !== undefined) {
      this.#unanswered.replying(message.id);
    }
    try {
      await this.#replies.deliver(message, attempt, this.#over.signal);
    } catch (error) {
      this.onundelivered?.(error, message);
      throw error;
    } finally {
      if (message.id !== undefined) {
        this.#unanswered.answered(message.id);
      }
    }
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  /** From now on nothing is sent: the other side is gone. */
  silence(): void {
    this.#silent = true;
    this.#over.abort();
  }

  /** Waits until the server has every reply that is on its way, at most `ms`. */
  drain(ms: number): Promise<void> {
    return this.#unanswered.drain(ms);
  }

  /** Ends a request whose response will not come. */
  giveUp(id: RequestId, reason: string): void {
    if (this.#waiting.has(id)) {
      this.#forget(id);
      this.onmessage?.({ jsonrpc: '2.0', id, error: { code: -32000, message: reason, data: lostResponse } });
    }
  }

  async #sendRequest(message: JSONRPCRequest, options: TransportSendOptions | undefined): Promise<void> {
    this.#pending.add(message.id);
    const send = () => this.#inner.send(message, this.#watched(message, options));
    try {
      await runInRequestContext(message.method, this.#inner.hasPerRequestStream === true, send);
      this.ontaken?.(message);
    } catch (error) {
      this.#forget(message.id);
      throw this.discovery.failed(message.id, error);
    }
  }

  async #sendNotification(message: JSONRPCNotification, options: TransportSendOptions | undefined): Promise<void> {
    const cancelled = message.method === 'notifications/cancelled' ? message.params?.['requestId'] : undefined;
    if (isRequestId(cancelled)) {
      this.#forget(cancelled);
    }
    // The first one opens the standalone stream.
    await runOutsideCalls(() => this.#inner.send(message, options));
  }

  #receive(message: JSONRPCMessage, extra: MessageExtraInfo | undefined): void {
    if (!isRecord(message)) {
      // The SDK's transports let none pass, but that is not in their contract.
      this.#log.unread('The server sent what is no message; it was not read.');
      return;
    }
    if (isNestedTooDeep(message)) {
      this.#leaveUnread(message, 'a message that is nested too deeply', 'messageDepth');
      return;
    }
    this.#log.received(message);
    if (this.#silent && 'method' in message) {
      // No answer would reach anybody.
      return;
    }
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
        const id = inOneLine(JSON.stringify(message.id));
        this.#log.unread(`The server used the id ${id} again; that request was ignored.`);
        return;
      }
      if (this.#endFlood()) {
        return;
      }
      if (!this.#modern) {
        this.#unanswered.add(message.id, message);
      }
    } else if (isSpecType.CancelledNotification(message)) {
      const id = message.params.requestId;
      // The SDK sends no reply to a request that was cancelled, and ignores a notification that is malformed.
      queueMicrotask(() => id !== undefined && this.#unanswered.cancelled(id));
    }
    this.onmessage?.(message, extra);
  }

  #receiveResponse(message: JSONRPCResponse, extra: MessageExtraInfo | undefined): void {
    if (!isJSONRPCResultResponse(message) && !isJSONRPCErrorResponse(message)) {
      // A `result` that is no object, for one: the SDK would drop it, and the request would wait for ever.
      this.#leaveUnread(message, 'a response that does not follow JSON-RPC');
      return;
    }
    if (message.id === undefined) {
      this.onmessage?.(message, extra);
      return;
    }
    if (!this.#forget(message.id)) {
      this.#log.ignoredResponse(message);
      return;
    }
    const response = this.discovery.received(message);
    this.onmessage?.(this.#modern ? withResultType(response) : response, extra);
  }

  /**
   * A request that nobody can handle is refused, a response that nobody can handle ends its request with an error.
   * Without an id, or with one that still waits for its own reply, there is nothing to say to the server.
   * Nor is there in the modern era, in which servers send no requests.
   * Source: MCP specification, basic, "Requests": an id is a string or a number, never null; 2026-07-28,
   * basic/transports/stdio: "The server MUST NOT write JSON-RPC requests".
   */
  #leaveUnread(message: JSONRPCMessage, what: string, limit?: LimitCode): void {
    this.#log.unread(`The server sent ${what}; it was not read.`);
    const id: unknown = 'id' in message ? message.id : undefined;
    if (!isRequestId(id)) {
      return;
    }
    if (!('method' in message)) {
      this.#forget(id);
      const error = { code: ProtocolErrorCode.InternalError, message: `The server answered with ${what}.` };
      this.onmessage?.({ jsonrpc: '2.0', id, error });
    } else if (!(this.#modern || this.#silent || this.#unanswered.has(id) || this.#endFlood())) {
      const error = refusalOfUnread(limit);
      this.onunread?.(message, error, limit);
      this.send({ jsonrpc: '2.0', id, error }).catch((failure: Error) => this.onerror?.(failure));
    }
  }

  /** Ends the connection where as many replies wait as may. True when it did. */
  #endFlood(): boolean {
    this.fault = this.#unanswered.fault;
    if (this.fault === undefined) {
      return false;
    }
    this.silence();
    this.#inner.onmessage = () => undefined;
    // A process takes a while to end, for which nobody has to wait.
    void this.#inner.close();
    this.#finish();
    return true;
  }

  #finish(): void {
    this.#over.abort();
    this.#unanswered.settle();
    const onclose = this.onclose;
    this.onclose = undefined;
    onclose?.();
  }

  #watched({ id, method }: JSONRPCRequest, options?: TransportSendOptions): TransportSendOptions | undefined {
    // The SDK watches the stream of `subscriptions/listen` by itself.
    if (method === 'subscriptions/listen' || !this.#inner.hasPerRequestStream) {
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

  /** True when a response to this request was still wanted. */
  #forget(id: RequestId): boolean {
    this.#waiting.delete(id);
    return this.#pending.delete(id);
  }
}
