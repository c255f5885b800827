import {
  type FetchLike,
  type JSONRPCMessage,
  SdkError,
  SdkErrorCode,
  type Transport,
} from '@modelcontextprotocol/client';
import type { RequestId } from '#core/common/ids.ts';
import { OversizedMessageError } from '#core/common/messageLimits.ts';
import { settlesWithin } from '#core/common/timing.ts';
import { discardBody } from './fetchWithoutTimeout.ts';
import { connectionHeaders, setMessageHeaders } from './httpHeaders.ts';
import { type HttpSendOptions, sendHttpRequest } from './httpRequests.ts';
import { isEventStream, isJson, readRefusal, readText } from './httpResponses.ts';
import { MessagePosts } from './messagePosts.ts';
import {
  dispatchMessage,
  endAsOversized,
  endWithoutResponse,
  errorResponseIn,
  hasResponseTo,
  type MessageReceiver,
  receiveEvent,
  receiveJson,
  reportError,
} from './receivedMessages.ts';
import { type ResponseStream, type ResumableStream, ResumableStreams, type StreamContext } from './resumableStreams.ts';
import { SendFailure } from './sendFailure.ts';
import { isTemporaryFailure } from './streamReconnect.ts';

interface StreamableHttpOptions extends StreamContext {
  readonly url: URL;
  /** The headers of the entry, sent with every HTTP request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: FetchLike;
  /** The `fetch` that never asks the user to sign in, for the standalone stream and the end of the session. */
  readonly fetchStandalone: FetchLike;
  /** Called with a text that is, or contains, something other than a message. */
  readonly onInvalid: MessageReceiver['onInvalid'];
  readonly onText?: MessageReceiver['onText'];
}

/** The time that `waitForStandaloneStream` waits at most: some servers send no response headers before their first event. */
const openLimitMs = 2000;
const terminateMs = 1000;

/**
 * The Streamable HTTP transport of both eras. `send` makes one attempt: it resolves when the server has accepted the message
 * with a 2xx status, and otherwise rejects. `fetch` adds the authorization. A message is received in the asynchronous context
 * of the HTTP request whose response contains it. Responses of the modern era are not resumed: the era has no resumption.
 * Source: MCP specification 2025-11-25, basic/transports, "Streamable HTTP"; 2026-07-28, basic/transports/streamable-http.
 */
export class StreamableHttpTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  /** True makes the SDK cancel a request of the modern era by ending the response stream of the request. */
  readonly hasPerRequestStream = true;

  readonly #options: StreamableHttpOptions;
  readonly #streams: ResumableStreams;
  readonly #receiver: MessageReceiver;
  readonly #closing = new AbortController();
  readonly #posts = new MessagePosts(this, this.#closing.signal);
  #sessionId: string | undefined;
  #version: string | undefined;
  #standaloneOpened: Promise<void> = Promise.resolve();
  #fault: OversizedMessageError | undefined;

  constructor(options: StreamableHttpOptions) {
    this.#options = options;
    this.#streams = new ResumableStreams(options);
    const { onInvalid, onText } = options;
    this.#receiver = { onInvalid, onText, onMessage: (message) => dispatchMessage(this, message) };
  }

  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  /** Why the host ended the connection; `undefined` if it did not. */
  get fault(): OversizedMessageError | undefined {
    return this.#fault;
  }

  setProtocolVersion(version: string): void {
    this.#version = version;
  }

  async start(): Promise<void> {}

  async close(): Promise<void> {
    if (!this.#closing.signal.aborted) {
      this.#closing.abort(new DOMException('The connection was closed.', 'AbortError'));
      this.onclose?.();
    }
  }

  /**
   * Resolves when the standalone stream is open or refused, at the latest after two seconds. In the legacy era a server may
   * push elicitations on this stream, and messages that the server sends before the stream is open are lost.
   */
  async waitForStandaloneStream(): Promise<void> {
    await settlesWithin(this.#standaloneOpened, openLimitMs);
  }

  /** @throws SendFailure, a HostError of the sign-in, OversizedMessageError for a JSON response, the signal's reason. */
  async send(message: JSONRPCMessage, options: HttpSendOptions = {}): Promise<void> {
    await this.#posts.send(message, options.requestSignal, (signal) => this.#post(message, options, signal));
  }

  /**
   * Ends the session on the server by a DELETE request, also after the transport was closed. Takes a second at most. Rejects
   * if the request fails.
   */
  async terminateSession(): Promise<void> {
    if (this.#sessionId === undefined) {
      return;
    }
    const init = { method: 'DELETE', headers: this.#headers(), signal: AbortSignal.timeout(terminateMs) } as const;
    const response = await sendHttpRequest(this.#options.fetchStandalone, this.#options.url, init);
    discardBody(response);
    this.#sessionId = undefined;
  }

  /** Resolves with the end of the response stream if the response to a request is one. */
  async #post(
    message: JSONRPCMessage,
    options: HttpSendOptions,
    signal: AbortSignal,
  ): Promise<{ readonly responseEnd: Promise<void> } | undefined> {
    const { url } = this.#options;
    const { fetch = this.#options.fetch, text = JSON.stringify(message) } = options;
    const id = 'method' in message && 'id' in message ? message.id : undefined;
    const headers = this.#headers('application/json', 'text/event-stream');
    setMessageHeaders(headers, message, options.headers);
    const isModern = headers.has('mcp-method');
    const response = await sendHttpRequest(fetch, url, { method: 'POST', headers, body: text, signal });
    if (!response.ok) {
      const refusal = await readRefusal(response);
      // In the modern era a server sends JSON-RPC errors with this status.
      const error =
        isModern && refusal.status === 400 && id !== undefined ? errorResponseIn(refusal.body, id) : undefined;
      if (!error) {
        throw refusal;
      }
      this.onmessage?.(error);
      return undefined;
    }
    if (isMethod(message, 'initialize')) {
      this.#sessionId = response.headers.get('mcp-session-id') || undefined;
    }
    if (id !== undefined && response.status === 202) {
      discardBody(response);
      endWithoutResponse(
        id,
        'The server answered a request with HTTP status 202, after which no response comes.',
        this.#receiver,
      );
      return undefined;
    }
    if (id === undefined) {
      discardBody(response);
      if (isMethod(message, 'notifications/initialized')) {
        this.#standaloneOpened = this.#openStandaloneStream();
      }
      return undefined;
    }
    if (isEventStream(response)) {
      const request = (lastEventId: string | undefined) => this.#getStream(fetch, lastEventId, signal);
      const isResumable = () => !isModern && !this.#posts.isCancelled(id);
      const stream: ResponseStream = { request, signal, isResumable };
      return { responseEnd: this.#receiveEvents(response, id, stream, options.onRequestStreamEnd) };
    }
    if (isJson(response)) {
      await this.#receiveJson(response, id, signal);
      return undefined;
    }
    discardBody(response);
    const contentType = response.headers.get('content-type');
    const unexpected = `Unexpected content type: ${contentType}`;
    throw new SdkError(SdkErrorCode.ClientHttpUnexpectedContent, unexpected, { contentType });
  }

  async #receiveEvents(response: Response, id: RequestId, stream: ResponseStream, onEnd?: () => void): Promise<void> {
    let isAnswered = false;
    try {
      for await (const { event, json } of this.#streams.ofResponse(response, stream)) {
        receiveEvent(event, json, this.#receiver);
        if (hasResponseTo(id, json)) {
          isAnswered = true;
          this.#posts.markAnswered(id);
        }
      }
    } catch (error) {
      if (!stream.signal.aborted) {
        reportError(this, error);
        if (error instanceof OversizedMessageError) {
          endAsOversized(id, error, this.#receiver);
        }
      }
    }
    // Also if the host has ended the stream: what looked like the response may have been no valid one.
    if (!stream.signal.aborted || isAnswered) {
      onEnd?.();
    }
  }

  async #receiveJson(response: Response, id: RequestId, signal: AbortSignal): Promise<void> {
    let text: string;
    try {
      text = await readText(response);
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof OversizedMessageError
        ? error
        : new SendFailure({ outcome: 'unknown', message: 'The response broke off.', cause: error });
    }
    receiveJson(text, id, this.#receiver);
  }

  /** Opens the standalone stream and reads it. Resolves when the stream is open or refused, before it ends. Never rejects. */
  async #openStandaloneStream(): Promise<void> {
    const { fetchStandalone } = this.#options;
    const { signal } = this.#closing;
    const request = (lastEventId: string | undefined) => this.#getStream(fetchStandalone, lastEventId, signal);
    const stream = { request, signal };
    try {
      const response = await request(undefined);
      if (isEventStream(response)) {
        void this.#receiveStandalone(response, stream);
      } else if (response.ok || response.status === 405) {
        discardBody(response);
      } else {
        throw await readRefusal(response);
      }
    } catch (error) {
      if (!signal.aborted) {
        reportError(this, error);
        if (isTemporaryFailure(error)) {
          void this.#receiveStandalone(undefined, stream);
        }
      }
    }
  }

  /** Receives the standalone stream until it ends. `first`: `undefined` if the first attempt to open it has failed. */
  async #receiveStandalone(first: Response | undefined, stream: ResumableStream): Promise<void> {
    const { signal } = stream;
    try {
      const response = first ?? (await this.#streams.retryStandalone(stream));
      for await (const { event, json } of response ? this.#streams.standalone(response, stream) : []) {
        receiveEvent(event, json, this.#receiver);
      }
    } catch (error) {
      if (!signal.aborted) {
        reportError(this, error);
        if (error instanceof OversizedMessageError) {
          // Later messages on this stream would be lost.
          this.#fault = error;
          await this.close();
        }
      }
    }
  }

  #getStream(fetch: FetchLike, lastEventId: string | undefined, signal: AbortSignal): Promise<Response> {
    const headers = this.#headers('text/event-stream');
    if (lastEventId !== undefined) {
      // The UTF-8 bytes of the id: a header has one character for each byte.
      headers.set('last-event-id', Buffer.from(lastEventId, 'utf8').toString('latin1'));
    }
    return sendHttpRequest(fetch, this.#options.url, { method: 'GET', headers, signal });
  }

  /** The headers of the entry and of the connection. */
  #headers(...accepted: string[]): Headers {
    return connectionHeaders(this.#options.headers, this.#sessionId, this.#version, accepted);
  }
}

function isMethod(message: JSONRPCMessage, method: string): boolean {
  return 'method' in message && message.method === method;
}
