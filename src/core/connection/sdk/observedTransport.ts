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
 * The transport that the SDK's client gets, which wraps the actual transport. It logs every message, tracks the server's
 * requests until their replies have left, and applies the corrections of this folder to messages.
 */
export class ObservedTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  /** Called if the response stream of a request of the host has ended without the response. See `giveUp`. */
  onlost?: (id: RequestId) => void;
  /** Called when a request of the host was written (stdio), or when its HTTP response has begun. */
  onaccepted?: (request: JSONRPCRequest) => void;
  /** Called if a request of the server exceeds `limit` or is malformed, and was not read. `error` is the reply to it. */
  onunread?: (request: { readonly method: unknown }, error: JSONRPCErrorResponse['error'], limit?: LimitCode) => void;
  /** Called if the reply policy has given up a reply, for which the server still waits. */
  onundelivered?: (error: unknown, reply: JSONRPCResponse) => void;

  /** Reads the responses to `server/discover` and `initialize`. */
  readonly discovery = new EraDiscovery();

  readonly #inner: Transport;
  readonly #log: ConnectionLog;
  readonly #replyPolicy: ReplyPolicy;
  /** Fires when no reply can leave any more. */
  readonly #silenced = new AbortController();
  readonly #pendingReplies = new PendingReplies();
  readonly #awaitedResponses = new AwaitedResponses();
  #fault: string | undefined;
  #isModern = false;
  #isSilent = false;

  constructor(inner: Transport, log: ConnectionLog, replyPolicy: ReplyPolicy = sendOnce) {
    this.#inner = inner;
    this.#log = log;
    this.#replyPolicy = replyPolicy;
  }

  /** Why the host ended the connection, as a sentence; `undefined` if it did not. */
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
    this.#isModern = version >= '2026-07-28';
    this.#inner.setProtocolVersion?.(version);
  }

  start(): Promise<void> {
    this.#inner.onmessage = (message, extra) => this.#receive(message, extra);
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onclose = () => this.#finish();
    return runOutsideCalls(() => this.#inner.start());
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (this.#isSilent) {
      return;
    }
    this.discovery.assertSendable(message);
    this.#log.logSent(message);
    this.discovery.noteRequest(message);
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

  /** Makes `send` do nothing, because the server is gone. */
  silence(): void {
    this.#isSilent = true;
    this.#silenced.abort();
  }

  /** Waits at most `ms` until every reply that is being sent has left. */
  drain(ms: number): Promise<void> {
    return this.#pendingReplies.drain(ms);
  }

  /** Ends a request whose response is lost. */
  giveUp(id: RequestId, reason: string): void {
    const response = this.#awaitedResponses.giveUp(id, reason);
    if (response) {
      this.onmessage?.(response);
    }
  }

  async #sendReply(message: JSONRPCResponse, options: TransportSendOptions | undefined): Promise<void> {
    const attempt = (requestSignal?: AbortSignal) =>
      this.#inner.send(message, requestSignal ? { ...options, requestSignal } : options);
    if (message.id !== undefined) {
      this.#pendingReplies.markSending(message.id);
    }
    try {
      await this.#replyPolicy.deliver(message, attempt, this.#silenced.signal);
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
    this.#awaitedResponses.add(message.id);
    const hasStream = this.#inner.hasPerRequestStream === true;
    const watchedOptions = hasStream
      ? this.#awaitedResponses.watchStream(message, options, (id) => this.onlost?.(id))
      : options;
    try {
      await runInRequestContext(message.method, hasStream, () => this.#inner.send(message, watchedOptions));
      this.onaccepted?.(message);
    } catch (error) {
      this.#awaitedResponses.remove(message.id);
      throw this.discovery.readFailure(message.id, error);
    }
  }

  async #sendNotification(message: JSONRPCNotification, options: TransportSendOptions | undefined): Promise<void> {
    const cancelledId = message.method === 'notifications/cancelled' ? message.params?.['requestId'] : undefined;
    if (isRequestId(cancelledId)) {
      this.#awaitedResponses.remove(cancelledId);
    }
    // Outside calls, because the first notification opens the standalone stream, which belongs to no call.
    await runOutsideCalls(() => this.#inner.send(message, options));
  }

  #receive(message: JSONRPCMessage, extra: MessageExtraInfo | undefined): void {
    if (!isRecord(message)) {
      // A batch or a primitive: a transport may pass it on, although the SDK's types exclude it.
      this.#log.logUnread('The server sent something that is no message; it was not read.');
      return;
    }
    if (isNestedTooDeep(message)) {
      this.#rejectUnread(message, 'a message that is nested too deeply', 'messageDepth');
      return;
    }
    this.#log.logReceived(message);
    if (!('method' in message)) {
      this.#receiveResponse(message, extra);
    } else if (!this.#isSilent) {
      this.#receiveRequestOrNotification(message, extra);
    }
  }

  #receiveRequestOrNotification(
    message: JSONRPCRequest | JSONRPCNotification,
    extra: MessageExtraInfo | undefined,
  ): void {
    if ('id' in message) {
      if (isMalformedRequest(message)) {
        this.#rejectUnread(message, 'a request that does not follow JSON-RPC');
        return;
      }
      if (this.#pendingReplies.has(message.id)) {
        const id = inOneLine(JSON.stringify(message.id));
        this.#log.logUnread(`The server used the id ${id} again; that request was ignored.`);
        return;
      }
      if (this.#endFlood()) {
        return;
      }
      if (!this.#isModern) {
        this.#pendingReplies.add(message.id, message);
      }
    } else if (isSpecType.CancelledNotification(message)) {
      const id = message.params.requestId;
      // The SDK ignores a malformed notification, and sends no reply to a cancelled request.
      queueMicrotask(() => id !== undefined && this.#pendingReplies.cancel(id));
    }
    this.onmessage?.(message, extra);
  }

  #receiveResponse(message: JSONRPCResponse, extra: MessageExtraInfo | undefined): void {
    if (isMalformedResponse(message)) {
      this.#rejectUnread(message, 'a response that does not follow JSON-RPC');
      return;
    }
    if (message.id === undefined) {
      this.onmessage?.(message, extra);
      return;
    }
    if (!this.#awaitedResponses.remove(message.id)) {
      this.#log.logIgnoredResponse(message);
      return;
    }
    const response = this.discovery.readResponse(message);
    this.onmessage?.(this.#isModern ? withResultType(response) : response, extra);
  }

  /**
   * Refuses a request that cannot be read, and ends a request of the host whose response cannot be read. A request of the
   * server is not refused if it has no id or the id of a request that still waits for its reply, nor in the modern era, in
   * which servers send no requests.
   * Source: MCP specification, basic, "Requests": an id is a string or a number, never null; 2026-07-28,
   * basic/transports/stdio: "The server MUST NOT write JSON-RPC requests".
   */
  #rejectUnread(message: JSONRPCMessage, description: string, limit?: LimitCode): void {
    this.#log.logUnread(`The server sent ${description}; it was not read.`);
    const id: unknown = 'id' in message ? message.id : undefined;
    if (!isRequestId(id)) {
      return;
    }
    if (!('method' in message)) {
      this.#awaitedResponses.remove(id);
      this.onmessage?.(unreadResponse(id, description));
    } else if (!(this.#isModern || this.#isSilent || this.#pendingReplies.has(id) || this.#endFlood())) {
      const error = unreadRequestError(limit);
      this.onunread?.(message, error, limit);
      this.send({ jsonrpc: '2.0', id, error }).catch((failure: Error) => this.onerror?.(failure));
    }
  }

  /** Ends the connection if too many requests wait for their replies. Returns true in this case. */
  #endFlood(): boolean {
    this.#fault = this.#pendingReplies.fault;
    if (this.#fault === undefined) {
      return false;
    }
    this.silence();
    this.#inner.onmessage = () => undefined;
    // Not awaited, because a process takes a while to end.
    void this.#inner.close();
    this.#finish();
    return true;
  }

  #finish(): void {
    this.#silenced.abort();
    this.#pendingReplies.endDrains();
    const onclose = this.onclose;
    this.onclose = undefined;
    onclose?.();
  }
}

/**
 * The observed transport of a process. During version negotiation the SDK takes a silent server for a legacy one on stdio,
 * and for a failure on any other transport. The SDK recognises stdio by the members `pid` and `stderr`.
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
