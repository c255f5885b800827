import {
  type FetchLike,
  type JSONRPCMessage,
  SdkError,
  SdkErrorCode,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import { maxMessageLength, OversizedMessage } from '#core/common/messageSize.ts';
import { parsedJson } from '#form/json.ts';
import { EventStream, eventsIn, type StreamEvent } from './eventStream.ts';
import { connectionHeaders, setMessageHeaders } from './httpHeaders.ts';
import { sendRequest } from './httpRequests.ts';
import { isEventStream, refusalOf } from './httpResponses.ts';
import { leave } from './longFetch.ts';
import { hand, type Receiver, receiveEvent, report } from './messages.ts';
import { SendFailure } from './sendFailure.ts';
import { mostReplies, Turns } from './turns.ts';

interface HttpSseParts {
  readonly url: URL;
  /** Of the entry: sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: FetchLike;
  /** Is given what stands in the place of a message. */
  readonly ignored: Receiver['ignored'];
}

/**
 * The HTTP+SSE transport: one stream brings all messages, and names the address that ours are posted to. The stream is the
 * session: when it ends, the transport closes, and whoever uses it begins another session.
 * Source: MCP specification 2024-11-05, basic/transports, "HTTP with SSE".
 */
export class HttpSseTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];

  readonly #parts: HttpSseParts;
  readonly #receiver: Receiver;
  readonly #closing = new AbortController();
  readonly #replies = new Turns(mostReplies);
  #endpoint: URL | undefined;
  #version: string | undefined;
  #fault: OversizedMessage | undefined;

  constructor(parts: HttpSseParts) {
    this.#parts = parts;
    this.#receiver = { ignored: parts.ignored, receive: (message) => hand(this, message) };
  }

  /** Why we ended the connection of our own accord. */
  get fault(): OversizedMessage | undefined {
    return this.#fault;
  }

  setProtocolVersion(version: string): void {
    this.#version = version;
  }

  /**
   * Opens the stream; resolves when it has named the endpoint.
   * @throws SendFailure, a HostError of the sign-in, or SdkError where the server answers with something else.
   */
  async start(): Promise<void> {
    const { fetch, url } = this.#parts;
    const { signal } = this.#closing;
    const headers = connectionHeaders(this.#parts.headers, undefined, undefined);
    headers.set('accept', 'text/event-stream');
    const response = await sendRequest(fetch, url, { method: 'GET', headers, signal });
    if (!response.ok) {
      throw await refusalOf(response);
    }
    if (!isEventStream(response)) {
      leave(response);
      throw unexpected(`Unexpected content type: ${response.headers.get('content-type')}`);
    }
    await new Promise<void>((resolve, reject) => {
      void this.#receive(response, resolve).then(reject);
    });
  }

  /** @throws SendFailure, a HostError of the sign-in, the signals' reason. */
  async send(message: JSONRPCMessage, { requestSignal }: TransportSendOptions = {}): Promise<void> {
    const closing = this.#closing.signal;
    const signal = requestSignal ? AbortSignal.any([closing, requestSignal]) : closing;
    if (!this.#endpoint || closing.aborted) {
      throw new SendFailure({ outcome: 'notSent', message: 'The connection is closed.' });
    }
    const endpoint = this.#endpoint;
    const post = () => this.#post(endpoint, message, signal);
    try {
      await ('method' in message ? post() : this.#replies.run(post, signal));
    } catch (error) {
      if (!signal.aborted) {
        report(this, error);
      }
      throw error;
    }
  }

  async close(): Promise<void> {
    if (!this.#closing.signal.aborted) {
      this.#closing.abort(new DOMException('The connection was closed.', 'AbortError'));
      this.onclose?.();
    }
  }

  async #post(endpoint: URL, message: JSONRPCMessage, signal: AbortSignal): Promise<void> {
    const headers = connectionHeaders(this.#parts.headers, undefined, this.#version);
    setMessageHeaders(headers, message);
    const body = JSON.stringify(message);
    const response = await sendRequest(this.#parts.fetch, endpoint, { method: 'POST', headers, body, signal });
    if (!response.ok) {
      throw await refusalOf(response);
    }
    leave(response);
  }

  /** Receives the events until the stream ends, then closes. Resolves with why it ended; never rejects. */
  async #receive(response: Response, opened: () => void): Promise<Error> {
    let reason: Error = unexpected('The event stream ended.');
    try {
      for await (const event of eventsIn(response, new EventStream(maxMessageLength))) {
        this.#take(event);
        if (this.#endpoint) {
          opened();
        }
      }
    } catch (error) {
      reason = error instanceof Error ? error : new Error(String(error));
    }
    if (!this.#closing.signal.aborted) {
      this.#fault = reason instanceof OversizedMessage ? reason : undefined;
      report(this, reason);
      await this.close();
    }
    return reason;
  }

  /** Throws SdkError for an endpoint that we do not post to. */
  #take(event: StreamEvent): void {
    if (event.type !== 'endpoint') {
      receiveEvent(event, parsedJson(event.data), this.#receiver);
      return;
    }
    const { url } = this.#parts;
    const endpoint = URL.canParse(event.data, url.href) ? new URL(event.data, url) : undefined;
    if (endpoint?.origin !== url.origin) {
      throw unexpected('The server named an endpoint that is not at its own origin.');
    }
    this.#endpoint = endpoint;
  }
}

function unexpected(words: string): SdkError {
  return new SdkError(SdkErrorCode.ClientHttpUnexpectedContent, words);
}
