import type { Client } from '@modelcontextprotocol/client';
import type { Failure } from '#core/common/errors.ts';
import { type Disposable, Emitter, type Event } from '#core/common/events.ts';
import { settlesWithin } from '#core/common/timing.ts';
import type { ObservedTransport } from '#core/connection/sdk/observedTransport.ts';
import { unwrapTask } from '#core/connection/sdk/taskResults.ts';
import { type CompletionRequest, completionParams, readCompletion } from '#core/model/argumentCompletion.ts';
import { runOutsideCalls } from '#core/model/callContext.ts';
import { type Listing, type ListKind, listAllPages, listKinds } from '#core/model/listing.ts';
import { type LoggingLevel, withLoggingLevel } from '#core/model/loggingLevel.ts';
import type { OfferedTool } from '#core/model/offerings.ts';
import { PausableTimeout, type UserInteractions } from '#core/model/pausableTimeout.ts';
import type { ServerInfo } from '#core/model/serverState.ts';
import type { TimeLimits } from '#core/model/timeLimits.ts';
import { ConnectionErrorLog } from '#core/transport/connectionLog.ts';
import { withValidHeaders } from '#core/transport/toolParameterHeaders.ts';
import type { WireLog } from '#core/transport/wireLog.ts';
import { isRecord } from '#form/json.ts';
import { Capabilities } from './capabilities.ts';
import { HealthCheck } from './healthCheck.ts';
import { listenForNotifications } from './notifications.ts';
import { type ProgressNews, ProgressTokens } from './progressTokens.ts';
import { lostResponseSummary, type RequestOptions, RequestSender } from './requestSender.ts';

export interface ConnectionListeners {
  /** The connection ended by itself. Nothing can be sent any more. */
  ended(failure: Failure): void;
  /** The session with the server is over, and another one can be begun: see `reopen`. Nothing can be sent any more. */
  sessionLost(failure: Failure): void;
  listChanged(kind: ListKind): void;
  /** The server disagrees with how its tools were listed: gives them as it lists them now. */
  relistTools(): Promise<readonly OfferedTool[]>;
}

interface ConnectionParts {
  readonly client: Client;
  readonly wire: ObservedTransport;
  readonly log: WireLog;
  readonly listeners: ConnectionListeners;
  readonly type: 'stdio' | 'http' | 'sse';
  readonly limits: TimeLimits;
  /** What the server may ask of a person. */
  readonly questions: UserInteractions;
  /** The reason in words when the connection ends by itself. */
  readonly explainEnd: (error: unknown, forgotten: boolean) => Failure;
  /** Why we closed the connection of our own accord. */
  readonly fault?: (() => Failure | undefined) | undefined;
  /** Opens another connection to the same server. */
  readonly reopen: () => Promise<Connection>;
  /** Tells a Streamable HTTP server that its session is over. */
  readonly terminateSession?: () => Promise<void>;
}

const flushMs = 300;
const goodbyeMs = 1000;
const settingMs = 10_000;
const completionMs = 5000;
const closeMs = 5000;
const refusalsMs = 1000;

/** One open connection to a server, of either era. */
export class Connection {
  readonly #parts: ConnectionParts;
  readonly #capabilities: Capabilities;
  /** Modern servers are told with each request. */
  #logLevel: LoggingLevel | undefined;
  readonly #requests: RequestSender;
  readonly #lifeSigns: HealthCheck;
  readonly #listening = new AbortController();
  #closed = false;
  #forgotten = false;
  readonly #taskChanged = new Emitter<string>();
  readonly #progress = new ProgressTokens();

  /**
   * The server says that a task stands differently: its id. Up to 2025-11-25, and only where a server likes to.
   * Source: MCP specification 2025-11-25, basic/utilities/tasks, "Task Status Notification".
   */
  readonly onDidChangeTask: Event<string> = this.#taskChanged.event;

  /** `client` is connected to `wire`. */
  constructor(parts: ConnectionParts) {
    const { client, wire, log, limits, questions, listeners } = parts;
    this.#parts = parts;
    this.#capabilities = new Capabilities(client);
    this.#lifeSigns = new HealthCheck({
      client,
      era: this.era,
      aliveMs: limits.aliveMs,
      questions,
      inSession: () => wire.sessionId !== undefined,
      gone: (error) => this.#end(error),
      forgotten: (error) => this.#forget(error),
    });
    this.#requests = new RequestSender({
      client,
      era: this.era,
      mirrorsHeaders: this.#mirrorsHeaders,
      questions,
      checkHealth: () => this.checkLife(),
      isForgotten: () => this.#forgotten,
      progress: this.#progress,
      relist: () => listeners.relistTools(),
    });
    // The stream of HTTP+SSE is the session: when it breaks, another one is begun.
    client.onclose = () => {
      const fault = parts.fault?.();
      return parts.type === 'sse' && wire.fault === undefined && !fault ? this.#forget(undefined) : this.#end(fault);
    };
    const errors = new ConnectionErrorLog(log);
    client.onerror = (error) => this.#closed || errors.add(error);
    wire.onlost = async (id) => {
      await this.checkLife();
      wire.giveUp(id, lostResponseSummary());
    };
    wire.onundelivered = (error) => {
      errors.add(error, 'An answer could not be delivered: ');
      void this.checkLife();
    };
    listenForNotifications({
      client,
      capabilities: this.#capabilities,
      log,
      limits,
      questions,
      signal: this.#listening.signal,
      listChanged: (kind) => listeners.listChanged(kind),
      taskChanged: (taskId) => this.#taskChanged.fire(taskId),
      progress: (params) => this.#progress.receive(params),
      missed: () => this.relistChangingLists(),
    });
  }

  get serverInfo(): ServerInfo {
    return this.#capabilities.serverInfo;
  }

  get era(): 'legacy' | 'modern' {
    return this.#capabilities.era;
  }

  /** Another connection to the same server, with a session of its own. Throws as the first one did. */
  reopen(): Promise<Connection> {
    return this.#parts.reopen();
  }

  /** Looks whether the server is there and knows us. What is wrong is told to the listeners. Of a process that is known. */
  async checkLife(): Promise<void> {
    if (!this.#closed && this.#parts.type !== 'stdio') {
      // A call may have been the first to notice; what this finds out is not of that call.
      await runOutsideCalls(() => this.#lifeSigns.check());
    }
  }

  /** What the server may have said of changed lists was not heard: they are listed anew. */
  relistChangingLists(): void {
    for (const kind of listKinds) {
      if (this.#capabilities.declaresChanges(kind)) {
        this.#parts.listeners.listChanged(kind);
      }
    }
  }

  /** A token for a request whose progress outlives its response: see `withProgressToken`. */
  watchProgress(listener: (news: ProgressNews) => void): Disposable & { readonly token: number } {
    return this.#progress.begin(listener);
  }

  /** For one answer to how a task stands. */
  taskPollTimeout(): PausableTimeout {
    return new PausableTimeout(this.#parts.limits.pollMs, this.#parts.questions);
  }

  /** True when tools can be run as tasks at our wish. */
  get supportsTasks(): boolean {
    return this.#capabilities.supportsTasks;
  }

  /** True when a task can be cancelled. */
  get supportsTaskCancellation(): boolean {
    return this.#capabilities.supportsTaskCancellation;
  }

  offers(kind: ListKind): boolean {
    return this.#capabilities.offers(kind);
  }

  /** True when the server says by itself that a list has changed. */
  notifiesOfChanges(kind: ListKind): boolean {
    return this.#capabilities.notifiesOfChanges(kind);
  }

  /** Everything of one kind that the server lists. */
  async list(kind: ListKind): Promise<Listing> {
    const { limits, log } = this.#parts;
    const listing = await listAllPages(kind, (method, params) => this.#requests.ask(method, params, limits.listMs));
    return kind === 'tools' && this.#mirrorsHeaders
      ? { ...listing, items: withValidHeaders(listing.items, (line) => log.warn(line)) }
      : listing;
  }

  /**
   * Sends a request and gives its result back as received, `input_required` included.
   * @throws what `Requests.send` throws.
   */
  async request(method: string, params: Record<string, unknown>, options: RequestOptions, tool?: OfferedTool) {
    const tells = this.era === 'modern' && this.serverInfo.declares.logging;
    const asked = tells ? withLoggingLevel(params, this.#logLevel) : params;
    const received = await this.#requests.send(method, asked, options, tool);
    const result = unwrapTask(received);
    // The SDK takes the word off a modern result; it was received, or its absence means the same.
    return this.era === 'modern' && isRecord(result) ? { resultType: 'complete', ...result } : result;
  }

  /**
   * Says from which level on the server shall log. One that goes by its own was told nothing yet, and cannot be told so.
   * Rejects with what the SDK throws where the server refuses.
   * Source: MCP specification, server/utilities/logging, up to 2025-11-25 "Setting Log Level", later "Per-request log
   * level".
   */
  async setLogLevel(level: LoggingLevel | undefined): Promise<void> {
    this.#logLevel = level;
    if (this.era === 'legacy' && level && this.serverInfo.declares.logging) {
      await this.#requests.ask('logging/setLevel', { level }, settingMs);
    }
  }

  /** What the server suggests for an argument; nothing where it suggests nothing. Rejects when it answers with an error. */
  async complete(request: CompletionRequest, signal: AbortSignal): Promise<string[]> {
    if (!this.serverInfo.declares.completions) {
      return [];
    }
    const suggested = this.#requests.ask('completion/complete', completionParams(request), completionMs, signal);
    return readCompletion(await suggested);
  }

  /** Tells a legacy server that there are other roots. A modern one asks when it wants to know. */
  rootsChanged(): void {
    if (this.era === 'legacy' && !this.#closed) {
      this.#parts.client.sendRootsListChanged().catch(() => undefined);
    }
  }

  /** Ends the connection: replies on their way are given a moment to leave. */
  async close(): Promise<void> {
    const wasClosed = this.#closed;
    this.#closed = true;
    this.#listening.abort();
    const { client, wire, terminateSession } = this.#parts;
    if (!wasClosed) {
      await wire.drain(flushMs);
      await settlesWithin(terminateSession?.() ?? Promise.resolve(), goodbyeMs);
    }
    await settlesWithin(client.close(), closeMs);
  }

  /** Waits, briefly, until replies on their way have left. */
  flush(): Promise<void> {
    return this.#parts.wire.drain(flushMs);
  }

  #forget(error: unknown): void {
    if (this.#closed) {
      return;
    }
    this.#forgotten = true;
    // What was sent at the same time may have been refused as well, which is better to know than a connection cut.
    this.#cut((failure) => this.#parts.listeners.sessionLost(failure), error, refusalsMs);
  }

  #end(error: unknown): void {
    if (!this.#closed) {
      this.#cut((failure) => this.#parts.listeners.ended(failure), error);
    }
  }

  #cut(tell: (failure: Failure) => void, error: unknown, afterMs = 0): void {
    this.#closed = true;
    this.#listening.abort();
    const { client, wire, explainEnd } = this.#parts;
    wire.silence();
    tell(explainEnd(error, this.#forgotten));
    const close = () => void settlesWithin(client.close(), closeMs);
    if (afterMs > 0) {
      setTimeout(close, afterMs);
    } else {
      close();
    }
  }

  /** Source: MCP specification 2026-07-28, basic/transports/streamable-http, "Custom Headers from Tool Parameters". */
  get #mirrorsHeaders(): boolean {
    return this.era === 'modern' && this.#parts.type !== 'stdio';
  }
}
