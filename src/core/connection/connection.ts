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
  /** Called when the connection has ended without a call of `close`. Nothing can be sent any more. */
  onEnd(failure: Failure): void;
  /** Called when the session is over; `Connection.reopen` begins another session. Nothing can be sent any more. */
  onSessionLost(failure: Failure): void;
  onListChanged(kind: ListKind): void;
  /** Called when the server has tools that differ from the listed ones. Lists the tools again and returns them. */
  relistTools(): Promise<readonly OfferedTool[]>;
}

/** The functions of a connection that depend on how it was opened. */
interface ConnectionOptions {
  readonly listeners: ConnectionListeners;
  /** Why the connection ended without a call of `close`. */
  readonly explainEnd: (error: unknown, isSessionOver: boolean) => Failure;
  /** Why the host closed the connection; `undefined` if it did not. Absent for stdio. */
  readonly failureByHost?: (() => Failure | undefined) | undefined;
  /** Opens another connection to the same server. */
  readonly reopen: () => Promise<Connection>;
  /** Ends the session on a Streamable HTTP server. */
  readonly terminateSession?: (() => Promise<void>) | undefined;
}

const flushMs = 300;
const terminateMs = 1000;
const loggingMs = 10_000;
const completionMs = 5000;
const closeMs = 5000;
/** The time after the end of a session in which refusals of other requests are still received. */
const refusalsMs = 1000;

/** An open connection to a server of either era. */
export class Connection {
  readonly #context: ConnectionContext;
  readonly #options: ConnectionOptions;
  readonly #capabilities: Capabilities;
  /** The level that each request to a modern server contains. */
  #loggingLevel: LoggingLevel | undefined;
  readonly #requests: RequestSender;
  readonly #health: HealthCheck;
  readonly #listening = new AbortController();
  #isClosed = false;
  #isSessionOver = false;
  readonly #onTaskChanged = new Emitter<string>();
  readonly #progress = new ProgressTokens();

  /**
   * Fires with the id of a task whose state has changed. Only up to 2025-11-25, and only if the server notifies of changes.
   * Source: MCP specification 2025-11-25, basic/utilities/tasks, "Task Status Notification".
   */
  readonly onDidChangeTask: Event<string> = this.#onTaskChanged.event;

  constructor(context: ConnectionContext, options: ConnectionOptions) {
    this.#context = context;
    this.#options = options;
    const { client, transport, log } = context;
    const { listeners } = options;
    this.#capabilities = new Capabilities(client);
    this.#health = new HealthCheck(context, {
      onGone: (error) => this.#end(error),
      onForgotten: (error) => this.#endSession(error),
    });
    this.#requests = new RequestSender(context, {
      progress: this.#progress,
      checkHealth: () => this.checkHealth(),
      isForgotten: () => this.#isSessionOver,
      relistTools: () => listeners.relistTools(),
    });
    client.onclose = () => {
      const fault = options.failureByHost?.();
      // The stream of HTTP+SSE is the session: if it breaks, another session is begun.
      const isSessionOver = context.type === 'sse' && transport.fault === undefined && !fault;
      return isSessionOver ? this.#endSession(undefined) : this.#end(fault);
    };
    const errors = new ConnectionErrorLog(log);
    client.onerror = (error) => this.#isClosed || errors.add(error);
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
      onListChanged: (kind) => listeners.onListChanged(kind),
      onTaskChanged: (taskId) => this.#onTaskChanged.fire(taskId),
      onProgress: (params) => this.#progress.receive(params),
      onResubscribed: () => this.reportListsAsChanged(),
    });
  }

  get serverInfo(): ServerInfo {
    return this.#capabilities.serverInfo;
  }

  get era(): 'legacy' | 'modern' {
    return this.#context.era;
  }

  /** Opens another connection, with a new session, to the same server. Throws the errors of `openConnection`. */
  reopen(): Promise<Connection> {
    return this.#options.reopen();
  }

  /** Checks whether an HTTP server is reachable and knows the session, and calls the listeners if not. */
  async checkHealth(): Promise<void> {
    if (!this.#isClosed && this.#context.type !== 'stdio') {
      // The check may start in the context of a call, but its requests do not belong to that call.
      await runOutsideCalls(() => this.#health.check());
    }
  }

  /** Calls `onListChanged` for every list whose changes the server announces, because announcements may have been missed. */
  reportListsAsChanged(): void {
    for (const kind of listKinds) {
      if (this.#capabilities.declaresChanges(kind)) {
        this.#options.listeners.onListChanged(kind);
      }
    }
  }

  /** Returns a progress token for a request whose progress outlives its response: see `withProgressToken`. */
  watchProgress(listener: (progress: Progress) => void): Disposable & { readonly token: number } {
    return this.#progress.begin(listener);
  }

  /** A time-out for one request of the state of a task. */
  taskPollTimeout(): PausableTimeout {
    return new PausableTimeout(this.#context.limits.pollMs, this.#context.interactions);
  }

  /** True if the host can request that tools run as tasks. */
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

  /** Requests all pages of one kind of list. */
  async list(kind: ListKind): Promise<Listing> {
    const { limits, log } = this.#context;
    const listing = await listAllPages(kind, (method, params) =>
      this.#requests.sendOutsideCalls(method, params, limits.listMs),
    );
    return kind === 'tools' && repeatsParametersInHeaders(this.#context)
      ? { ...listing, items: withValidHeaders(listing.items, (line) => log.warn(line)) }
      : listing;
  }

  /**
   * Sends a request. Resolves with the result as received, also if it is `input_required`. `tool`: the tool that `tools/call`
   * calls. Throws the errors of `RequestSender.send`.
   */
  async request(method: string, params: Record<string, unknown>, options: RequestOptions, tool?: OfferedTool) {
    const sendsLevel = this.era === 'modern' && this.serverInfo.declares.logging;
    const sentParams = sendsLevel ? withLoggingLevel(params, this.#loggingLevel) : params;
    const result = unwrapTask(await this.#requests.send(method, sentParams, options, tool));
    return this.era === 'modern' ? restoreResultType(result) : result;
  }

  /**
   * Sets the lowest level of the messages that the server logs. `undefined` leaves the level to the server; a
   * legacy server then keeps the level that was set before. Rejects with the SDK's error if the server refuses.
   * Source: MCP specification, server/utilities/logging, up to 2025-11-25 "Setting Log Level", later "Per-request log
   * level".
   */
  async setLogLevel(level: LoggingLevel | undefined): Promise<void> {
    this.#loggingLevel = level;
    if (this.era === 'legacy' && level && this.serverInfo.declares.logging) {
      await this.#requests.sendOutsideCalls('logging/setLevel', { level }, loggingMs);
    }
  }

  /** The values that the server suggests for an argument; none if it has no completions. Rejects with the server's error. */
  async complete(request: CompletionRequest, signal: AbortSignal): Promise<string[]> {
    if (!this.serverInfo.declares.completions) {
      return [];
    }
    const result = this.#requests.sendOutsideCalls(
      'completion/complete',
      completionParams(request),
      completionMs,
      signal,
    );
    return readCompletion(await result);
  }

  /** Notifies a legacy server that the roots have changed. A modern server requests the roots when it needs them. */
  notifyRootsChanged(): void {
    if (this.era === 'legacy' && !this.#isClosed) {
      this.#context.client.sendRootsListChanged().catch(() => undefined);
    }
  }

  /** Ends the connection, after replies that are being sent have left, or `flushMs`. */
  async close(): Promise<void> {
    const wasClosed = this.#isClosed;
    this.#isClosed = true;
    this.#listening.abort();
    const { client, transport } = this.#context;
    if (!wasClosed) {
      await transport.drain(flushMs);
      await settlesWithin(this.#options.terminateSession?.() ?? Promise.resolve(), terminateMs);
    }
    await settlesWithin(client.close(), closeMs);
  }

  /** Waits until replies that are being sent have left, at most `flushMs`. */
  flush(): Promise<void> {
    return this.#context.transport.drain(flushMs);
  }

  #endSession(error: unknown): void {
    if (this.#isClosed) {
      return;
    }
    this.#isSessionOver = true;
    // Closed later, because the server may refuse other requests for the same reason: a refusal is a better explanation of
    // their failure than a closed connection.
    this.#closeBroken((failure) => this.#options.listeners.onSessionLost(failure), error, refusalsMs);
  }

  #end(error: unknown): void {
    if (!this.#isClosed) {
      this.#closeBroken((failure) => this.#options.listeners.onEnd(failure), error);
    }
  }

  #closeBroken(notify: (failure: Failure) => void, error: unknown, afterMs = 0): void {
    this.#isClosed = true;
    this.#listening.abort();
    const { client, transport } = this.#context;
    transport.silence();
    notify(this.#options.explainEnd(error, this.#isSessionOver));
    const close = () => void settlesWithin(client.close(), closeMs);
    if (afterMs > 0) {
      setTimeout(close, afterMs);
    } else {
      close();
    }
  }
}
