import {
  type FetchLike,
  type JSONRPCMessage,
  SdkError,
  SdkErrorCode,
  type Transport,
} from '@modelcontextprotocol/client';
import { maxMessageLength, OversizedMessageError } from '#core/common/messageLimits.ts';
import { tryParseJson } from '#form/json.ts';
import { EventStreamReader, readEvents, type StreamEvent } from './eventStream.ts';
import { discardBody } from './fetchWithoutTimeout.ts';
import { connectionHeaders, setMessageHeaders } from './httpHeaders.ts';
import { type HttpSendOptions, sendHttpRequest } from './httpRequests.ts';
import { isEventStream, readRefusal } from './httpResponses.ts';
import { MessagePosts } from './messagePosts.ts';
import { dispatchMessage, type MessageReceiver, receiveEvent, reportError } from './receivedMessages.ts';
import { SendFailure } from './sendFailure.ts';

interface HttpSseOptions {
  readonly url: URL;
  /** The headers of the entry, sent with every HTTP request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: FetchLike;
  /** Called with an event that contains something that is no message. */
  readonly onInvalid: MessageReceiver['onInvalid'];
  readonly onText?: MessageReceiver['onText'];
}

/**
 * The HTTP+SSE transport: one stream carries all messages of the server and names the endpoint, the URL to which the host
 * posts its messages. The stream is the session: when it ends, the transport closes, and a new session is necessary.
 * Source: MCP specification 2024-11-05, basic/transports, "HTTP with SSE".
 */
export class HttpSseTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];

  readonly #options: HttpSseOptions;
  readonly #receiver: MessageReceiver;
  readonly #closing = new AbortController();
  readonly #posts = new MessagePosts(this, this.#closing.signal);
  #endpoint: URL | undefined;
  #version: string | undefined;
  #fault: OversizedMessageError | undefined;

  constructor(options: HttpSseOptions) {
    this.#options = options;
    const { onInvalid, onText } = options;
    this.#receiver = { onInvalid, onText, onMessage: (message) => dispatchMessage(this, message) };
  }

  /** Why the host ended the connection; `undefined` if it did not. */
  get fault(): OversizedMessageError | undefined {
    return this.#fault;
  }

  setProtocolVersion(version: string): void {
    this.#version = version;
  }

  /**
   * Opens the stream; resolves when the server has named the endpoint.
   * @throws SendFailure; a HostError of the sign-in; SdkError if the response is no event stream.
   */
  async start(): Promise<void> {
    const { fetch, url } = this.#options;
    const { signal } = this.#closing;
    const headers = connectionHeaders(this.#options.headers, undefined, undefined);
    headers.set('accept', 'text/event-stream');
    const response = await sendHttpRequest(fetch, url, { method: 'GET', headers, signal });
    if (!response.ok) {
      throw await readRefusal(response);
    }
    if (!isEventStream(response)) {
      discardBody(response);
      throw unexpectedContentError(`Unexpected content type: ${response.headers.get('content-type')}`);
    }
    await new Promise<void>((resolve, reject) => {
      void this.#receive(response, resolve).then(reject);
    });
  }

  /** @throws SendFailure, a HostError of the sign-in, the signals' reason. */
  async send(message: JSONRPCMessage, options: HttpSendOptions = {}): Promise<void> {
    const endpoint = this.#endpoint;
    if (!endpoint || this.#closing.signal.aborted) {
      throw new SendFailure({ outcome: 'notSent', message: 'The connection is closed.' });
    }
    await this.#posts.send(message, options.requestSignal, (signal) => this.#post(endpoint, message, options, signal));
  }

  async close(): Promise<void> {
    if (!this.#closing.signal.aborted) {
      this.#closing.abort(new DOMException('The connection was closed.', 'AbortError'));
      this.onclose?.();
    }
  }

  async #post(
    endpoint: URL,
    message: JSONRPCMessage,
    options: HttpSendOptions,
    signal: AbortSignal,
  ): Promise<undefined> {
    const { fetch = this.#options.fetch, text: body = JSON.stringify(message) } = options;
    const headers = connectionHeaders(this.#options.headers, undefined, this.#version);
    setMessageHeaders(headers, message);
    const response = await sendHttpRequest(fetch, endpoint, { method: 'POST', headers, body, signal });
    if (!response.ok) {
      throw await readRefusal(response);
    }
    discardBody(response);
  }

  /** Receives the events until the stream ends, then closes the transport. Resolves with the reason of the end. */
  async #receive(response: Response, onEndpoint: () => void): Promise<Error> {
    let reason: Error = unexpectedContentError('The event stream ended.');
    try {
      for await (const event of readEvents(response, new EventStreamReader(maxMessageLength))) {
        this.#receiveEvent(event);
        if (this.#endpoint) {
          onEndpoint();
        }
      }
    } catch (error) {
      reason = error instanceof Error ? error : new Error(String(error));
    }
    if (!this.#closing.signal.aborted) {
      this.#fault = reason instanceof OversizedMessageError ? reason : undefined;
      reportError(this, reason);
      await this.close();
    }
    return reason;
  }

  /** Throws SdkError for an endpoint at another origin than the stream's. */
  #receiveEvent(event: StreamEvent): void {
    if (event.type !== 'endpoint') {
      receiveEvent(event, tryParseJson(event.data), this.#receiver);
      return;
    }
    const { url } = this.#options;
    const endpoint = URL.canParse(event.data, url.href) ? new URL(event.data, url) : undefined;
    if (endpoint?.origin !== url.origin) {
      throw unexpectedContentError('The server named an endpoint that is not at its own origin.');
    }
    this.#endpoint = endpoint;
  }
}

function unexpectedContentError(message: string): SdkError {
  return new SdkError(SdkErrorCode.ClientHttpUnexpectedContent, message);
}
