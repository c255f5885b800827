import {
  type FetchLike,
  type JSONRPCMessage,
  SdkError,
  SdkErrorCode,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import { OversizedMessageError } from '#core/common/messageLimits.ts';
import { settlesWithin } from '#core/common/timing.ts';
import { ConcurrencyLimit, maxConcurrentReplies } from './concurrencyLimit.ts';
import { discardBody } from './fetchWithoutTimeout.ts';
import { connectionHeaders, setMessageHeaders } from './httpHeaders.ts';
import { sendHttpRequest } from './httpRequests.ts';
import { isEventStream, isJson, readRefusal, readText } from './httpResponses.ts';
import {
  dispatchMessage,
  errorResponseIn,
  type MessageReceiver,
  receiveEvent,
  receiveJson,
  receiveNoResponse,
  receiveOversized,
  reportError,
} from './receivedMessages.ts';
import { type ResponseStream, type ResumableStream, ResumableStreams, type StreamContext } from './resumableStreams.ts';
import { SendFailure } from './sendFailure.ts';
import { isTemporaryFailure } from './streamReconnect.ts';

interface StreamableHttpParts extends StreamContext {
  readonly url: URL;
  /** Of the entry: sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: FetchLike;
  /** For the standalone stream and the end of the session, which nobody waits for. */
  readonly fetchStandalone: FetchLike;
  /** Is given what stands in the place of a message. */
  readonly invalid: MessageReceiver['invalid'];
}

type Id = string | number;

/** Some servers send no response headers before their first event; we do not wait for that. */
const openLimitMs = 2000;
const goodbyeMs = 1000;
/**
 * The Streamable HTTP transport, of both eras. `send` makes one attempt: it resolves when the server has taken the message
 * with a 2xx status, and rejects with a SendFailure that says how far the message came. Authorization is beneath it, in
 * `fetch`. Messages are received in the asynchronous context of the request whose response brings them.
 *
 * Nothing is resumed for requests of the modern era, which knows no resumption.
 * Source: MCP specification 2025-11-25, basic/transports, "Streamable HTTP"; 2026-07-28, basic/transports/streamable-http.
 */
export class StreamableHttpTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  /** Tells the SDK that a request of the modern era is cancelled by ending its stream. */
  readonly hasPerRequestStream = true;

  readonly #parts: StreamableHttpParts;
  readonly #streams: ResumableStreams;
  readonly #receiver: MessageReceiver;
  readonly #closing = new AbortController();
  readonly #replies = new ConcurrencyLimit(maxConcurrentReplies);
  /** The streams of responses, by the ids of their requests. */
  readonly #responses = new Map<unknown, ResponseStream>();
  #sessionId: string | undefined;
  #version: string | undefined;
  #standaloneAnswered: Promise<void> = Promise.resolve();
  #fault: OversizedMessageError | undefined;

  constructor(parts: StreamableHttpParts) {
    this.#parts = parts;
    this.#streams = new ResumableStreams(parts);
    this.#receiver = { invalid: parts.invalid, receive: (message) => dispatchMessage(this, message) };
  }

  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  /** Why we ended the connection of our own accord. */
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
   * Resolves when the standalone stream was opened or refused, or is not to be expected. In the legacy era a server may
   * push elicitations on it, and what it sends before the stream is open is lost.
   */
  async ready(): Promise<void> {
    await settlesWithin(this.#standaloneAnswered, openLimitMs);
  }

  /** @throws SendFailure, a HostError of the sign-in, OversizedMessage for a JSON response, the signals' reason. */
  async send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    const closing = this.#closing.signal;
    const signal = options.requestSignal ? AbortSignal.any([closing, options.requestSignal]) : closing;
    try {
      const post = () => this.#post(message, options, signal);
      await ('method' in message ? post() : this.#replies.run(post, signal));
    } catch (error) {
      if (!signal.aborted) {
        reportError(this, error);
      }
      throw error;
    }
  }

  /**
   * Tells the server that the session is over, also once the transport is closed. Takes a second at most. Rejects with
   * SendFailure where that cannot be said.
   */
  async terminateSession(): Promise<void> {
    if (this.#sessionId === undefined) {
      return;
    }
    const init = { method: 'DELETE', headers: this.#headers(), signal: AbortSignal.timeout(goodbyeMs) } as const;
    const response = await sendHttpRequest(this.#parts.fetchStandalone, this.#parts.url, init);
    discardBody(response);
    this.#sessionId = undefined;
  }

  async #post(message: JSONRPCMessage, options: TransportSendOptions, signal: AbortSignal): Promise<void> {
    const { fetch, url } = this.#parts;
    this.#noteCancelled(message);
    const id = 'method' in message && 'id' in message ? message.id : undefined;
    const headers = this.#headers('application/json', 'text/event-stream');
    setMessageHeaders(headers, message, options.headers);
    const modern = headers.has('mcp-method');
    const response = await sendHttpRequest(fetch, url, {
      method: 'POST',
      headers,
      body: JSON.stringify(message),
      signal,
    });
    if (!response.ok) {
      const refusal = await readRefusal(response);
      // In the modern era what a server has to say of a request comes with this status.
      const error =
        modern && refusal.status === 400 && id !== undefined ? errorResponseIn(refusal.body, id) : undefined;
      if (!error) {
        throw refusal;
      }
      this.onmessage?.(error);
      return;
    }
    if (isMethod(message, 'initialize')) {
      this.#sessionId = response.headers.get('mcp-session-id') || undefined;
    }
    if (id !== undefined && response.status === 202) {
      discardBody(response);
      receiveNoResponse(
        id,
        'The server answered a request with HTTP status 202, after which no response comes.',
        this.#receiver,
      );
      return;
    }
    if (id === undefined) {
      discardBody(response);
      if (isMethod(message, 'notifications/initialized')) {
        this.#standaloneAnswered = this.#listen();
      }
      return;
    }
    if (isEventStream(response)) {
      const request = (lastEventId: string | undefined) => this.#askForStream(fetch, lastEventId, signal);
      const stream: ResponseStream = { request, signal, resumable: !modern };
      void this.#receiveEvents(response, id, stream, options.onRequestStreamEnd);
    } else if (isJson(response)) {
      await this.#receiveJson(response, id, signal);
    } else {
      discardBody(response);
      const contentType = response.headers.get('content-type');
      const words = `Unexpected content type: ${contentType}`;
      throw new SdkError(SdkErrorCode.ClientHttpUnexpectedContent, words, { contentType });
    }
  }

  async #receiveEvents(response: Response, id: Id, stream: ResponseStream, ended?: () => void): Promise<void> {
    this.#responses.set(id, stream);
    try {
      for await (const { event, json } of this.#streams.ofResponse(response, stream)) {
        receiveEvent(event, json, this.#receiver);
      }
    } catch (error) {
      if (!stream.signal.aborted) {
        reportError(this, error);
        if (error instanceof OversizedMessageError) {
          receiveOversized(id, error, this.#receiver);
        }
      }
    } finally {
      this.#responses.delete(id);
    }
    if (!stream.signal.aborted) {
      ended?.();
    }
  }

  async #receiveJson(response: Response, id: Id, signal: AbortSignal): Promise<void> {
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

  /** Opens the standalone stream. Resolves when that is answered; the stream then goes on by itself. Never rejects. */
  async #listen(): Promise<void> {
    const { fetchStandalone } = this.#parts;
    const { signal } = this.#closing;
    const request = (lastEventId: string | undefined) => this.#askForStream(fetchStandalone, lastEventId, signal);
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

  /** `first`: absent where the stream could not be had at the first attempt. */
  async #receiveStandalone(first: Response | undefined, stream: ResumableStream): Promise<void> {
    const { signal } = stream;
    try {
      const response = first ?? (await this.#streams.standaloneLater(stream));
      for await (const { event, json } of response ? this.#streams.standalone(response, stream) : []) {
        receiveEvent(event, json, this.#receiver);
      }
    } catch (error) {
      if (!signal.aborted) {
        reportError(this, error);
        if (error instanceof OversizedMessageError) {
          // What the server asks on this stream would go unheard from now on.
          this.#fault = error;
          await this.close();
        }
      }
    }
  }

  #askForStream(fetch: FetchLike, lastEventId: string | undefined, signal: AbortSignal): Promise<Response> {
    const headers = this.#headers('text/event-stream');
    if (lastEventId !== undefined) {
      // The UTF-8 of the id, in the one character for each byte that a header is made of.
      headers.set('last-event-id', Buffer.from(lastEventId, 'utf8').toString('latin1'));
    }
    return sendHttpRequest(fetch, this.#parts.url, { method: 'GET', headers, signal });
  }

  /** What follows from the entry and the connection. */
  #headers(...accepted: string[]): Headers {
    return connectionHeaders(this.#parts.headers, this.#sessionId, this.#version, accepted);
  }

  /** Nobody waits any more for the response to a request that is cancelled. */
  #noteCancelled(message: JSONRPCMessage): void {
    if ('method' in message && message.method === 'notifications/cancelled') {
      const stream = this.#responses.get(message.params?.['requestId']);
      if (stream) {
        stream.resumable = false;
      }
    }
  }
}

function isMethod(message: JSONRPCMessage, method: string): boolean {
  return 'method' in message && message.method === method;
}
