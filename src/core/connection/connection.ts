import type { Failure } from '#core/common/errors.ts';
import { type Disposable, Emitter, type Event } from '#core/common/events.ts';
import { settlesWithin } from '#core/common/timing.ts';
import { ProgressTokens } from '#core/connection/sdk/progressTokens.ts';
import { restoreResultType } from '#core/connection/sdk/resultType.ts';
import { unwrapTask } from '#core/connection/sdk/taskResults.ts';
import { type CompletionRequest, completionParams, readCompletion } from '#core/model/argumentCompletion.ts';
import type { Progress } from '#core/model/call.ts';
import { runOutsideCalls } from '#core/model/callContext.ts';
import { type Listing, type ListKind, listAllPages, listKinds } from '#core/model/listing.ts';
import { type LoggingLevel, withLoggingLevel } from '#core/model/loggingLevel.ts';
import type { OfferedTool } from '#core/model/offerings.ts';
import { PausableTimeout } from '#core/model/pausableTimeout.ts';
import type { ServerInfo } from '#core/model/serverState.ts';
import { ConnectionErrorLog } from '#core/transport/throttledLogs.ts';
import { withValidHeaders } from '#core/transport/toolParameterHeaders.ts';
import { Capabilities } from './capabilities.ts';
import { type ConnectionContext, repeatsParametersInHeaders } from './connectionContext.ts';
import { HealthCheck } from './healthCheck.ts';
import { listenForNotifications } from './notifications.ts';
import { lostResponseSummary, type RequestOptions, RequestSender } from './requestSender.ts';

export interface ConnectionListeners {
  /** The connection ended by itself. Nothing can be sent any more. */
  ended(failure: Failure): void;
  /** The session with the server is over; `reopen` begins another one. Nothing can be sent any more. */
  sessionLost(failure: Failure): void;
  listChanged(kind: ListKind): void;
  /** The server disagrees with how its tools were listed. Resolves with the tools as it lists them now. */
  relistTools(): Promise<readonly OfferedTool[]>;
}

/** What depends on how the connection was opened. */
interface ConnectionOptions {
  readonly listeners: ConnectionListeners;
  /** The reason when the connection ends by itself. `forgotten`: the session is over. */
  readonly explainEnd: (error: unknown, forgotten: boolean) => Failure;
  /** Why the host closed the connection. */
  readonly fault?: (() => Failure | undefined) | undefined;
  /** Opens another connection to the same server. */
  readonly reopen: () => Promise<Connection>;
  /** Tells a Streamable HTTP server that its session is over. */
  readonly terminateSession?: (() => Promise<void>) | undefined;
}

const flushMs = 300;
const terminateMs = 1000;
const loggingMs = 10_000;
const completionMs = 5000;
const closeMs = 5000;
const refusalsMs = 1000;

/** An open connection to a server of either era. */
export class Connection {
  readonly #context: ConnectionContext;
  readonly #options: ConnectionOptions;
  readonly #capabilities: Capabilities;
  /** Sent with each request to a modern server. */
  #loggingLevel: LoggingLevel | undefined;
  readonly #requests: RequestSender;
  readonly #health: HealthCheck;
  readonly #listening = new AbortController();
  #closed = false;
  #forgotten = false;
  readonly #taskChanged = new Emitter<string>();
  readonly #progress = new ProgressTokens();

  /**
   * The state of the task with this id has changed. Optional for servers, up to 2025-11-25.
   * Source: MCP specification 2025-11-25, basic/utilities/tasks, "Task Status Notification".
   */
  readonly onDidChangeTask: Event<string> = this.#taskChanged.event;

  constructor(context: ConnectionContext, options: ConnectionOptions) {
    this.#context = context;
    this.#options = options;
    const { client, transport, log } = context;
    const { listeners } = options;
    this.#capabilities = new Capabilities(client);
    this.#health = new HealthCheck(context, {
      gone: (error) => this.#end(error),
      forgotten: (error) => this.#forget(error),
    });
    this.#requests = new RequestSender(context, {
      progress: this.#progress,
      checkHealth: () => this.checkHealth(),
      isForgotten: () => this.#forgotten,
      relistTools: () => listeners.relistTools(),
    });
    client.onclose = () => {
      const fault = options.fault?.();
      // The stream of HTTP+SSE is the session: when it breaks, another session is begun.
      const isSessionOver = context.type === 'sse' && transport.fault === undefined && !fault;
      return isSessionOver ? this.#forget(undefined) : this.#end(fault);
    };
    const errors = new ConnectionErrorLog(log);
    client.onerror = (error) => this.#closed || errors.add(error);
    transport.onlost = async (id) => {
      await this.checkHealth();
      transport.giveUp(id, lostResponseSummary());
    };
    transport.onundelivered = (error) => {
      errors.add(error, 'An answer could not be delivered: ');
      void this.checkHealth();
    };
    listenForNotifications(context, {
      capabilities: this.#capabilities,
      signal: this.#listening.signal,
      listChanged: (kind) => listeners.listChanged(kind),
      taskChanged: (taskId) => this.#taskChanged.fire(taskId),
      progress: (params) => this.#progress.receive(params),
      resubscribed: () => this.relistChangingLists(),
    });
  }

  get serverInfo(): ServerInfo {
    return this.#capabilities.serverInfo;
  }

  get era(): 'legacy' | 'modern' {
    return this.#context.era;
  }

  /** Opens another connection to the same server, with a session of its own. Throws as `openConnection` does. */
  reopen(): Promise<Connection> {
    return this.#options.reopen();
  }

  /** Checks whether an HTTP server is there and knows the session, and calls the listeners when not. */
  async checkHealth(): Promise<void> {
    if (!this.#closed && this.#context.type !== 'stdio') {
      // A call may have been the first to notice; what the check finds does not belong to that call.
      await runOutsideCalls(() => this.#health.check());
    }
  }

  /** Has the lists whose changes the server announces listed again: announcements may have been missed. */
  relistChangingLists(): void {
    for (const kind of listKinds) {
      if (this.#capabilities.declaresChanges(kind)) {
        this.#options.listeners.listChanged(kind);
      }
    }
  }

  /** Begins a token for a request whose progress outlives its response: see `withProgressToken`. */
  watchProgress(listener: (progress: Progress) => void): Disposable & { readonly token: number } {
    return this.#progress.begin(listener);
  }

  /** Limits the time of one answer about the state of a task. */
  taskPollTimeout(): PausableTimeout {
    return new PausableTimeout(this.#context.limits.pollMs, this.#context.interactions);
  }

  /** True if the host can ask to run tools as tasks. */
  get supportsTasks(): boolean {
    return this.#capabilities.supportsTasks;
  }

  get supportsTaskCancellation(): boolean {
    return this.#capabilities.supportsTaskCancellation;
  }

  offers(kind: ListKind): boolean {
    return this.#capabilities.offers(kind);
  }

  /** True if the server announces changes of this list. */
  notifiesOfChanges(kind: ListKind): boolean {
    return this.#capabilities.notifiesOfChanges(kind);
  }

  /** Everything of one kind that the server lists. */
  async list(kind: ListKind): Promise<Listing> {
    const { limits, log } = this.#context;
    const listing = await listAllPages(kind, (method, params) => this.#requests.ask(method, params, limits.listMs));
    return kind === 'tools' && repeatsParametersInHeaders(this.#context)
      ? { ...listing, items: withValidHeaders(listing.items, (line) => log.warn(line)) }
      : listing;
  }

  /**
   * Sends a request. Resolves with the result as received, also when that is `input_required`. `tool`: the one that is
   * called.
   * @throws what `RequestSender.send` throws.
   */
  async request(method: string, params: Record<string, unknown>, options: RequestOptions, tool?: OfferedTool) {
    const sendsLevel = this.era === 'modern' && this.serverInfo.declares.logging;
    const complete = sendsLevel ? withLoggingLevel(params, this.#loggingLevel) : params;
    const result = unwrapTask(await this.#requests.send(method, complete, options, tool));
    return this.era === 'modern' ? restoreResultType(result) : result;
  }

  /**
   * Sets the level from which on the server logs. `undefined` leaves that to the server; a legacy server cannot be told so
   * once it has been given a level. Rejects with what the SDK throws when the server refuses.
   * Source: MCP specification, server/utilities/logging, up to 2025-11-25 "Setting Log Level", later "Per-request log
   * level".
   */
  async setLogLevel(level: LoggingLevel | undefined): Promise<void> {
    this.#loggingLevel = level;
    if (this.era === 'legacy' && level && this.serverInfo.declares.logging) {
      await this.#requests.ask('logging/setLevel', { level }, loggingMs);
    }
  }

  /** The values that the server suggests for an argument; none if it has no completions. Rejects with the server's error. */
  async complete(request: CompletionRequest, signal: AbortSignal): Promise<string[]> {
    if (!this.serverInfo.declares.completions) {
      return [];
    }
    const suggested = this.#requests.ask('completion/complete', completionParams(request), completionMs, signal);
    return readCompletion(await suggested);
  }

  /** Notifies a legacy server that the roots have changed. A modern server asks for the roots when it needs them. */
  rootsChanged(): void {
    if (this.era === 'legacy' && !this.#closed) {
      this.#context.client.sendRootsListChanged().catch(() => undefined);
    }
  }

  /** Ends the connection. Replies on their way get a moment to leave. */
  async close(): Promise<void> {
    const wasClosed = this.#closed;
    this.#closed = true;
    this.#listening.abort();
    const { client, transport } = this.#context;
    if (!wasClosed) {
      await transport.drain(flushMs);
      await settlesWithin(this.#options.terminateSession?.() ?? Promise.resolve(), terminateMs);
    }
    await settlesWithin(client.close(), closeMs);
  }

  /** Waits a moment until replies on their way have left. */
  flush(): Promise<void> {
    return this.#context.transport.drain(flushMs);
  }

  #forget(error: unknown): void {
    if (this.#closed) {
      return;
    }
    this.#forgotten = true;
    // Other requests may be refused for the same reason, which is a better failure than a connection that was closed.
    this.#closeBroken((failure) => this.#options.listeners.sessionLost(failure), error, refusalsMs);
  }

  #end(error: unknown): void {
    if (!this.#closed) {
      this.#closeBroken((failure) => this.#options.listeners.ended(failure), error);
    }
  }

  #closeBroken(notify: (failure: Failure) => void, error: unknown, afterMs = 0): void {
    this.#closed = true;
    this.#listening.abort();
    const { client, transport } = this.#context;
    transport.silence();
    notify(this.#options.explainEnd(error, this.#forgotten));
    const close = () => void settlesWithin(client.close(), closeMs);
    if (afterMs > 0) {
      setTimeout(close, afterMs);
    } else {
      close();
    }
  }
}
