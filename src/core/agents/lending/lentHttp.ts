import type { FetchLike, JSONRPCMessage } from '@modelcontextprotocol/client';
import { withSecretsMasked } from '#core/agents/lending/messages/lentMask.ts';
import { cancelledId, type MessageHead, readHead } from '#core/agents/lending/messages/messageHead.ts';
import { AuthorizedFetch } from '#core/authorization/authorizedFetch.ts';
import { type Failure, HostError } from '#core/common/errors.ts';
import { isNestedTooDeep } from '#core/common/messageLimits.ts';
import { settlesWithin } from '#core/common/timing.ts';
import { explainHostEnded, explainHttpLoss, isRefusedByUrl } from '#core/connection/connectionFailure.ts';
import type { LaunchSpec } from '#core/model/definition.ts';
import { defaultTimeLimits } from '#core/model/timeLimits.ts';
import type { ConnectionLog } from '#core/transport/connectionLog.ts';
import { fetchWithoutTimeout } from '#core/transport/fetchWithoutTimeout.ts';
import type { HttpSendOptions } from '#core/transport/httpRequests.ts';
import { HttpSseTransport } from '#core/transport/httpSse.ts';
import { StreamableHttpTransport } from '#core/transport/streamableHttp.ts';
import { ConnectionErrorLog, NonProtocolOutputLog } from '#core/transport/throttledLogs.ts';
import type { LentAuthorization } from './lentAuthorizations.ts';
import type { LentConnection, LentListener, LentMessage } from './lentConnection.ts';
import { lentTexts } from './lentTexts.ts';
import { type LentToolHeaders, withoutInvalidTools } from './lentToolHeaders.ts';
import { ModernRequests } from './modernRequests.ts';

interface LentHttpOptions {
  /** The configured name. */
  readonly name: string;
  readonly spec: Extract<LaunchSpec, { type: 'http' | 'sse' }>;
  readonly access: LentAuthorization;
  readonly log: ConnectionLog;
  /** Those of the agent's session. */
  readonly toolHeaders: Pick<LentToolHeaders, 'of'>;
  readonly listener: LentListener;
}

const terminateMs = 1000;

/**
 * A session of one agent with a server at a URL, with the sign-in and the headers of this host. Messages of one JSON text each pass as
 * they are written.
 * Source: MCP specification 2025-11-25, basic/transports, "Streamable HTTP"; 2026-07-28, basic/transports/streamable-http.
 */
export class LentHttp implements LentConnection {
  readonly hasHeaders = true;
  readonly #options: LentHttpOptions;
  readonly #authorized: AuthorizedFetch | undefined;
  readonly #texts = new WeakMap<JSONRPCMessage, string>();
  readonly #modern = new ModernRequests();
  /** The requests without a response, by the JSON of their id: the signal that ends each, which tells it from a later one with its id. */
  readonly #waiting = new Map<string, AbortSignal>();
  readonly #nonProtocol: NonProtocolOutputLog;
  readonly #errors: ConnectionErrorLog;
  #transport: StreamableHttpTransport | HttpSseTransport;
  /** The JSON of the id of `initialize`, until its response has come. */
  #initializing: string | undefined;
  /** Resolves when further requests may be sent. */
  #ready: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(options: LentHttpOptions) {
    const { spec, access, log } = options;
    this.#options = options;
    this.#authorized = access.authorization && new AuthorizedFetch(fetchWithoutTimeout, access.authorization);
    this.#nonProtocol = new NonProtocolOutputLog(log, 'The server sent something that is no message');
    this.#errors = new ConnectionErrorLog(log);
    this.#transport = spec.type === 'sse' ? this.#createSse() : this.#createStreamable();
  }

  async start(): Promise<void> {
    // The stream of HTTP+SSE is opened with the first message, which says whether the user may be asked. `authorizationId` is known now.
    await this.#options.access.authorization?.credential(false).catch(() => undefined);
  }

  send(message: LentMessage): void {
    const { head } = message;
    const isRequest = head.method !== undefined && head.id !== undefined;
    const id = head.id ?? '';
    if (head.method === 'notifications/cancelled' && this.#cancel(cancelledId(head) ?? '')) {
      return;
    }
    const signal = isRequest ? this.#modern.add(id, message) : undefined;
    if (signal) {
      this.#waiting.set(id, signal);
    }
    const isInitialize = isRequest && head.method === 'initialize';
    if (isInitialize) {
      this.#initializing = id;
    }
    const sent = (
      isInitialize ? this.#sendFirst(message, signal) : this.#ready.then(() => this.#post(message, signal))
    ).catch((error: unknown) => this.#requestFailed(id, signal, error));
    if (head.method === 'notifications/initialized') {
      const transport = this.#transport;
      this.#ready = sent.then(() =>
        transport instanceof StreamableHttpTransport ? transport.waitForStandaloneStream() : undefined,
      );
    }
  }

  /** The responses of several requests come on streams of their own, so none is held back. */
  pause(): void {}
  resume(): void {}

  async close(): Promise<void> {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    const transport = this.#transport;
    if (transport instanceof StreamableHttpTransport) {
      await settlesWithin(
        transport.terminateSession().catch(() => undefined),
        terminateMs,
      );
    }
    await transport.close();
    this.#options.access.release();
  }

  /** True if the server has named a session, which it may forget. */
  get hasSession(): boolean {
    return this.#transport instanceof StreamableHttpTransport && this.#transport.sessionId !== undefined;
  }

  get authorizationId(): string | undefined {
    return this.#options.access.authorization?.authorizationId;
  }

  /** Sends `initialize`. A server that does not accept it may support only HTTP+SSE. */
  async #sendFirst(message: LentMessage, signal: AbortSignal | undefined): Promise<void> {
    if (this.#transport instanceof HttpSseTransport) {
      await this.#transport.start();
      return this.#post(message, signal);
    }
    try {
      await this.#post(message, signal);
    } catch (error) {
      if (!isRefusedByUrl(error) || this.#isClosed) {
        throw error;
      }
      const streamable = this.#transport;
      const sse = this.#createSse();
      try {
        await sse.start();
      } catch {
        throw error;
      }
      streamable.onclose = () => undefined;
      this.#transport = sse;
      await this.#post(message, signal);
    }
  }

  /** `signal`: that of a request. */
  async #post({ head, value, text, mayAsk }: LentMessage, signal: AbortSignal | undefined): Promise<void> {
    const id = head.id ?? '';
    const sent = value as unknown as JSONRPCMessage;
    if (!signal) {
      this.#options.log.logSent(sent);
      return this.#transport.send(sent, { text, fetch: this.#fetch(false) });
    }
    // Only a call waits until the user has signed in.
    const options: HttpSendOptions = { text, fetch: mayAsk ? this.#fetch(true) : this.#fetchWithoutWaiting };
    if (this.#waiting.get(id) !== signal) {
      return;
    }
    this.#options.log.logSent(sent);
    await this.#transport.send(sent, {
      ...options,
      requestSignal: signal,
      headers: this.#options.toolHeaders.of(value),
      onRequestStreamEnd: () => {
        const summary = 'The connection was lost before the server answered.';
        this.#requestFailed(id, signal, new HostError({ name: 'CallFailed', summary }));
      },
    });
  }

  #fetch(mayAsk: boolean): FetchLike {
    const authorized = this.#authorized;
    return authorized ? (mayAsk ? authorized.fetch : authorized.fetchWithoutPrompt) : fetchWithoutTimeout;
  }

  get #fetchWithoutWaiting(): FetchLike {
    return this.#authorized?.fetchWithoutWaiting ?? fetchWithoutTimeout;
  }

  /** False for a cancellation that is to be sent. */
  #cancel(id: string): boolean {
    this.#waiting.delete(id);
    return this.#modern.cancel(id);
  }

  /** Reports a request that gets no response, unless it has ended before: its id may have been used again. */
  #requestFailed(id: string, signal: AbortSignal | undefined, error: unknown): void {
    if (signal && this.#waiting.get(id) === signal) {
      this.#waiting.delete(id);
      this.#modern.remove(id);
      this.#options.listener.onFailed(id, error);
    }
  }

  #createStreamable(): StreamableHttpTransport {
    const isWaiting = () => this.#waiting.size > 0;
    const transport = new StreamableHttpTransport({
      ...this.#endpoint(),
      fetchStandalone: this.#fetch(false),
      pauses: defaultTimeLimits.pauses,
      // Whether the user is asked is known to the client only, so each request counts as one that may wait for the user.
      interactions: {
        get anyOpen() {
          return isWaiting();
        },
        onDidChange: () => ({ dispose: () => undefined }),
      },
      onReopened: () => undefined,
      checkHealth: () => undefined,
    });
    return this.#listen(transport);
  }

  #createSse(): HttpSseTransport {
    return this.#listen(new HttpSseTransport(this.#endpoint()));
  }

  #endpoint() {
    const { spec } = this.#options;
    return {
      url: new URL(spec.url),
      headers: spec.headers,
      fetch: this.#fetch(false),
      onInvalid: (text: string) => this.#nonProtocol.add(text),
      onText: (message: JSONRPCMessage, text: string) => this.#texts.set(message, text),
    };
  }

  #listen<T extends StreamableHttpTransport | HttpSseTransport>(transport: T): T {
    transport.onmessage = (message) => {
      // A line end in JSON is white space.
      const written = this.#texts.get(message) ?? (isNestedTooDeep(message) ? undefined : JSON.stringify(message));
      const text = written && withSecretsMasked(written.replace(/[\r\n]+/g, ' '), this.#options.access.secrets);
      const head = text && readHead(text);
      if (head) {
        this.#receive(text, head);
      } else if (!written) {
        this.#fail({ name: 'CallFailed', summary: lentTexts.tooDeep(this.#options.name) });
      }
    };
    transport.onerror = (error) => this.#errors.add(error);
    transport.onclose = () => this.#ended(transport);
    return transport;
  }

  #receive(received: string, head: MessageHead): void {
    const { listener, log } = this.#options;
    let text = received;
    if (head.isResponse && head.id !== undefined && !head.isTooDeep) {
      this.#waiting.delete(head.id);
      const modern = head.member('result') === undefined ? undefined : this.#modern.get(head.id);
      this.#modern.remove(head.id);
      if (modern) {
        // For notifications, which need not name the revision.
        this.#transport.setProtocolVersion(modern.revision);
        this.#modern.accepted();
        text = modern.method === 'tools/list' ? withoutInvalidTools(text, (line) => log.warn(line)) : text;
      }
      if (head.id === this.#initializing) {
        this.#initializing = undefined;
        this.#modern.begun();
        this.#setVersion(head.member('result'));
      }
    }
    log.logPassing(text);
    listener.onMessage(text, text === received ? head : (readHead(text) ?? head));
  }

  #setVersion(result: string | undefined): void {
    const version: unknown = result === undefined ? undefined : JSON.parse(result)?.protocolVersion;
    if (typeof version === 'string' && /^[\x21-\x7e]{1,100}$/.test(version)) {
      this.#transport.setProtocolVersion(version);
    }
  }

  #ended(transport: StreamableHttpTransport | HttpSseTransport): void {
    const { name, spec } = this.#options;
    if (transport !== this.#transport) {
      return;
    }
    const { fault } = transport;
    const failure = fault
      ? explainHostEnded(name, fault.summary)
      : explainHttpLoss(name, spec, spec.type, undefined, true);
    this.#fail(failure);
  }

  #fail(failure: Failure): void {
    if (!this.#isClosed) {
      this.#options.listener.onEnd(this.#options.access.secrets.maskFailure(failure));
    }
  }
}
