import {
  isSpecType,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type MessageExtraInfo,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import { isRequestId, type RequestId } from '#core/common/ids.ts';
import { isNestedTooDeep } from '#core/common/messageLimits.ts';
import { runInRequestContext, runOutsideCalls } from '#core/model/callContext.ts';
import type { LimitCode } from '#core/model/requestCodes.ts';
import type { ConnectionLog } from '#core/transport/connectionLog.ts';
import { type ReplyPolicy, sendOnce } from '#core/transport/replyPolicy.ts';
import type { StdioTransport } from '#core/transport/stdio/stdioTransport.ts';
import { isRecord } from '#form/json.ts';
import { inOneLine } from '#form/text.ts';
import { EraDiscovery } from './eraDiscovery.ts';
import { AwaitedResponses } from './lostResponses.ts';
import { isMalformedRequest, isMalformedResponse, unreadRequestError, unreadResponse } from './malformedMessages.ts';
import { PendingReplies } from './pendingReplies.ts';
import { withResultType } from './resultType.ts';

/**
 * The transport that the SDK's client gets: every message passes here on its way between the client and the transport
 * proper. It writes the wire log, tracks the server's requests until their replies have left, and applies the pieces of
 * this folder that work on messages.
 */
export class ObservedTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  /** The response stream of a request of ours has ended without the response. See `giveUp`. */
  onlost?: (id: RequestId) => void;
  /** A request of ours was written (stdio), or the server has begun to answer it (HTTP). */
  ontaken?: (request: JSONRPCRequest) => void;
  /** A request of the server was not read, because it exceeds `limit` or is malformed. `error` is the reply to it. */
  onunread?: (request: { readonly method: unknown }, error: JSONRPCErrorResponse['error'], limit?: LimitCode) => void;
  /** The policy for replies has given up a reply. The server waits for it in vain. */
  onundelivered?: (error: unknown, reply: JSONRPCResponse) => void;

  /** How the server answers `server/discover` and `initialize`. */
  readonly discovery = new EraDiscovery();

  readonly #inner: Transport;
  readonly #log: ConnectionLog;
  readonly #replyPolicy: ReplyPolicy;
  /** Fires when no reply can leave any more. */
  readonly #over = new AbortController();
  readonly #pendingReplies = new PendingReplies();
  readonly #awaited = new AwaitedResponses();
  #fault: string | undefined;
  #modern = false;
  #silent = false;

  constructor(inner: Transport, log: ConnectionLog, replyPolicy: ReplyPolicy = sendOnce) {
    this.#inner = inner;
    this.#log = log;
    this.#replyPolicy = replyPolicy;
  }

  /** Why the host ended the connection, as a sentence. */
  get fault(): string | undefined {
    return this.#fault;
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
    this.discovery.assertSendable(message);
    this.#log.sent(message);
    this.discovery.sent(message);
    if (!('method' in message)) {
      await this.#sendReply(message, options);
    } else if ('id' in message) {
      await this.#sendRequest(message, options);
    } else {
      await this.#sendNotification(message, options);
    }
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  /** Sends nothing from now on: the server is gone. */
  silence(): void {
    this.#silent = true;
    this.#over.abort();
  }

  /** Waits at most `ms` until every reply on its way has left. */
  drain(ms: number): Promise<void> {
    return this.#pendingReplies.drain(ms);
  }

  /** Ends a request whose response is lost. */
  giveUp(id: RequestId, reason: string): void {
    const response = this.#awaited.giveUp(id, reason);
    if (response) {
      this.onmessage?.(response);
    }
  }

  async #sendReply(message: JSONRPCResponse, options: TransportSendOptions | undefined): Promise<void> {
    const attempt = (requestSignal?: AbortSignal) =>
      this.#inner.send(message, requestSignal ? { ...options, requestSignal } : options);
    if (message.id !== undefined) {
      this.#pendingReplies.sending(message.id);
    }
    try {
      await this.#replyPolicy.deliver(message, attempt, this.#over.signal);
    } catch (error) {
      this.onundelivered?.(error, message);
      throw error;
    } finally {
      if (message.id !== undefined) {
        this.#pendingReplies.remove(message.id);
      }
    }
  }

  async #sendRequest(message: JSONRPCRequest, options: TransportSendOptions | undefined): Promise<void> {
    this.#awaited.add(message.id);
    const hasOwnStream = this.#inner.hasPerRequestStream === true;
    const watched = hasOwnStream ? this.#awaited.watchStream(message, options, (id) => this.onlost?.(id)) : options;
    try {
      await runInRequestContext(message.method, hasOwnStream, () => this.#inner.send(message, watched));
      this.ontaken?.(message);
    } catch (error) {
      this.#awaited.remove(message.id);
      throw this.discovery.failed(message.id, error);
    }
  }

  async #sendNotification(message: JSONRPCNotification, options: TransportSendOptions | undefined): Promise<void> {
    const cancelled = message.method === 'notifications/cancelled' ? message.params?.['requestId'] : undefined;
    if (isRequestId(cancelled)) {
      this.#awaited.remove(cancelled);
    }
    // The first notification opens the standalone stream.
    await runOutsideCalls(() => this.#inner.send(message, options));
  }

  #receive(message: JSONRPCMessage, extra: MessageExtraInfo | undefined): void {
    if (!isRecord(message)) {
      // The contract of a transport does not exclude it.
      this.#log.unread('The server sent what is no message; it was not read.');
      return;
    }
    if (isNestedTooDeep(message)) {
      this.#leaveUnread(message, 'a message that is nested too deeply', 'messageDepth');
      return;
    }
    this.#log.received(message);
    if (!('method' in message)) {
      this.#receiveResponse(message, extra);
    } else if (!this.#silent) {
      this.#receiveRequestOrNotification(message, extra);
    }
  }

  #receiveRequestOrNotification(
    message: JSONRPCRequest | JSONRPCNotification,
    extra: MessageExtraInfo | undefined,
  ): void {
    if ('id' in message) {
      if (isMalformedRequest(message)) {
        this.#leaveUnread(message, 'a request that does not follow JSON-RPC');
        return;
      }
      if (this.#pendingReplies.has(message.id)) {
        const id = inOneLine(JSON.stringify(message.id));
        this.#log.unread(`The server used the id ${id} again; that request was ignored.`);
        return;
      }
      if (this.#endFlood()) {
        return;
      }
      if (!this.#modern) {
        this.#pendingReplies.add(message.id, message);
      }
    } else if (isSpecType.CancelledNotification(message)) {
      const id = message.params.requestId;
      // The SDK ignores a malformed notification, and sends no reply to a cancelled request.
      queueMicrotask(() => id !== undefined && this.#pendingReplies.cancelled(id));
    }
    this.onmessage?.(message, extra);
  }

  #receiveResponse(message: JSONRPCResponse, extra: MessageExtraInfo | undefined): void {
    if (isMalformedResponse(message)) {
      this.#leaveUnread(message, 'a response that does not follow JSON-RPC');
      return;
    }
    if (message.id === undefined) {
      this.onmessage?.(message, extra);
      return;
    }
    if (!this.#awaited.remove(message.id)) {
      this.#log.ignoredResponse(message);
      return;
    }
    const response = this.discovery.received(message);
    this.onmessage?.(this.#modern ? withResultType(response) : response, extra);
  }

  /**
   * Refuses a request that cannot be read, and ends our request whose response cannot be read. A request is not refused
   * without an id, with the id of a request that still waits for its reply, or in the modern era, in which servers send
   * no requests.
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
      this.#awaited.remove(id);
      this.onmessage?.(unreadResponse(id, what));
    } else if (!(this.#modern || this.#silent || this.#pendingReplies.has(id) || this.#endFlood())) {
      const error = unreadRequestError(limit);
      this.onunread?.(message, error, limit);
      this.send({ jsonrpc: '2.0', id, error }).catch((failure: Error) => this.onerror?.(failure));
    }
  }

  /** Ends the connection when too many requests wait for their replies. True if it did. */
  #endFlood(): boolean {
    this.#fault = this.#pendingReplies.fault;
    if (this.#fault === undefined) {
      return false;
    }
    this.silence();
    this.#inner.onmessage = () => undefined;
    // Not awaited: a process takes a while to end.
    void this.#inner.close();
    this.#finish();
    return true;
  }

  #finish(): void {
    this.#over.abort();
    this.#pendingReplies.settle();
    const onclose = this.onclose;
    this.onclose = undefined;
    onclose?.();
  }
}

/**
 * The observed transport of a process. During version negotiation the SDK reads silence on stdio as a server of the legacy
 * era, and on any other transport as a failure. It recognises stdio by the members `pid` and `stderr`.
 */
export class ObservedStdioTransport extends ObservedTransport {
  readonly pid = null;
  readonly stderr = null;
  readonly #stdio: Pick<StdioTransport, 'fault'>;

  constructor(stdio: Transport & Pick<StdioTransport, 'fault'>, log: ConnectionLog, replyPolicy: ReplyPolicy) {
    super(stdio, log, replyPolicy);
    this.#stdio = stdio;
  }

  override get fault(): string | undefined {
    return super.fault ?? this.#stdio.fault;
  }
}
