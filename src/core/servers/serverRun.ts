import { t } from '@vscode/l10n';
import { Lists } from '#core/calls/lists.ts';
import { type ConnectionWithLists, type SendContext, sendCall } from '#core/calls/sendCall.ts';
import { type Failure, failureOf, HostError } from '#core/common/errors.ts';
import { rejectOnAbort } from '#core/common/timing.ts';
import { explainCallFailure } from '#core/connection/callFailure.ts';
import type { Connection } from '#core/connection/connection.ts';
import { throughRequiredUrls } from '#core/elicitation/rounds/requiredUrls.ts';
import { RetryAfterPages } from '#core/elicitation/rounds/retryAfterPages.ts';
import type { CompletionRequest } from '#core/model/argumentCompletion.ts';
import type { Call } from '#core/model/call.ts';
import { runOutsideCalls } from '#core/model/callContext.ts';
import type { ListKind } from '#core/model/listing.ts';
import type { LoggingLevel } from '#core/model/loggingLevel.ts';
import { noOfferings, type OfferedTool, type Offerings } from '#core/model/offerings.ts';
import { inOneLine } from '#form/text.ts';

interface ServerRunContext extends Omit<SendContext, 'currentConnection' | 'flush'> {
  /** The lowest level of the messages that the server should log. */
  logLevel(): LoggingLevel | undefined;
  /** Opens the connection. Rejects with the signal's reason if the signal fires before it is open. */
  open(signal: AbortSignal): Promise<Connection>;
  warn(line: string): void;
  /** Called when a new session has replaced a lost session. */
  onRenewed(): void;
  /** Called when the connection is lost and not replaced. */
  onLost(failure: Failure): void;
  /** Called when a kind of offerings was listed, for the first time or again. */
  onListed(): void;
}

const renewalsWithinMs = 60_000;
const maxRenewals = 3;

/** One run of a server, from the request to start until its end. A restart is another run. */
export class ServerRun {
  readonly #context: ServerRunContext;
  readonly #abort = new AbortController();
  #connection: Connection | undefined;
  /** The lists over the current connection. */
  #lists: Lists | undefined;
  /** The retries over the current connection. */
  #afterPages: RetryAfterPages | undefined;
  /** The times of the renewals within `renewalsWithinMs`, by the monotonic clock. */
  #renewalTimes: number[] = [];
  #renewal: Promise<void> = Promise.resolve();
  /** Resolves when the server runs and its offerings were listed once. Rejects with HostError if the start fails. */
  readonly ready: Promise<void>;

  /** Starts when `previousEnd`, the end of the previous run, has resolved. */
  constructor(context: ServerRunContext, previousEnd: Promise<unknown>) {
    this.#context = context;
    this.ready = previousEnd
      .then(() => this.#open())
      .catch((error: unknown) => {
        throw error instanceof HostError
          ? error
          : new HostError(failureOf(error, 'ServerFailedToStart'), { cause: error });
      });
    this.ready.catch(() => undefined);
  }

  get connection(): Connection | undefined {
    return this.#connection;
  }

  get elicitations(): ServerRunContext['elicitations'] {
    return this.#context.elicitations;
  }

  get offerings(): Offerings {
    return this.#lists?.offerings ?? noOfferings;
  }

  /** Aborts this run: every promise that waits for it rejects with `reason`. */
  abandon(reason: Error): void {
    this.#abort.abort(reason);
    this.#lists?.dispose();
  }

  /** Ends the run: replies `cancel` to open elicitations, then closes the connection. Never rejects. */
  async end(reason: Error): Promise<void> {
    this.elicitations.withdraw({ by: 'host', reason: reason.message });
    this.abandon(reason);
    await this.#connection?.close();
    await this.#renewal.catch(() => undefined);
    // If the connection is still being opened, `#use` closes it.
    await this.ready.catch(() => undefined);
  }

  /** Handles a `list_changed` notification. See `Lists.relistSoon`. */
  relistSoon(kind: ListKind): void {
    this.#lists?.relistSoon(kind);
  }

  /** Lists everything again after the authorization has changed. See `Lists.relistAll`. */
  relistAll(): void {
    // The listing may start in the context of the call that led to the sign-in, but does not belong to that call.
    runOutsideCalls(() => this.#lists?.relistAll());
  }

  /** Lists the tools again, and returns them. */
  async relistTools(): Promise<readonly OfferedTool[]> {
    await this.#lists?.relist('tools');
    return this.offerings.tools;
  }

  /** See `Lists.refresh`. */
  async refresh(kind: ListKind): Promise<void> {
    await this.#lists?.refresh(kind);
  }

  /** Sets the server's lowest log level. The server may require pages first (-32042). Rejects if the server refuses. */
  async setLogLevel(level: LoggingLevel | undefined): Promise<void> {
    const send = async () => this.#connection?.setLogLevel(level);
    await throughRequiredUrls(send, { elicitations: this.elicitations, signal: this.#abort.signal });
  }

  /**
   * The server's completions for an argument. If the server requires pages first (-32042), there is no retry: the user is
   * typing, and a request to open a page after each character would interrupt.
   */
  async complete(request: CompletionRequest, signal: AbortSignal): Promise<string[]> {
    return (await this.#connection?.complete(request, signal)) ?? [];
  }

  /** Sends the request of a call, and handles its rounds. `signal` cancels the call at the server. */
  send(call: Call, signal: AbortSignal): Promise<unknown> {
    return sendCall(call, signal, {
      ...this.#context,
      currentConnection: () => this.#currentConnection(),
      flush: async () => this.#connection?.flush(),
    });
  }

  /**
   * Replaces the session that the server has lost: withdraws its elicitations, opens a new session, and lists the offerings. A
   * server that loses more than `maxRenewals` sessions within `renewalsWithinMs` counts as lost.
   * Source: MCP specification 2025-11-25, basic/transports, "Session Management".
   */
  renew(failure: Failure): void {
    const lostConnection = this.#connection;
    const now = performance.now();
    this.#renewalTimes = this.#renewalTimes.filter((time) => now - time < renewalsWithinMs);
    if (!lostConnection || this.#renewalTimes.length >= maxRenewals) {
      this.#context.onLost(failure);
      return;
    }
    this.#renewalTimes.push(now);
    this.#context.warn(failure.summary);
    this.elicitations.withdraw({ by: 'connection', reason: failure.summary });
    this.#connection = undefined;
    this.#lists?.dispose();
    this.#afterPages?.end();
    // The renewal may start in the context of a call, but the new session does not belong to that call.
    this.#renewal = runOutsideCalls(() => lostConnection.reopen().then((connection) => this.#use(connection)));
    this.#renewal.then(
      () => this.#context.onRenewed(),
      (error: unknown) => this.#context.onLost(failureOf(error, 'ServerUnreachable')),
    );
  }

  async #open(): Promise<void> {
    const { signal } = this.#abort;
    signal.throwIfAborted();
    const subscription = this.#context.roots?.onDidChange(() => this.#connection?.notifyRootsChanged());
    signal.addEventListener('abort', () => subscription?.dispose(), { once: true });
    await this.#use(await this.#context.open(signal));
  }

  async #use(connection: Connection): Promise<void> {
    const { signal } = this.#abort;
    if (signal.aborted) {
      await connection.close();
      throw signal.reason;
    }
    const { elicitations, logLevel, onListed, warn } = this.#context;
    const afterPages = new RetryAfterPages(elicitations, connection.era, signal);
    const lists = new Lists({ connection, afterPages, onListed, warn }, this.#lists);
    this.#connection = connection;
    this.#lists = lists;
    this.#afterPages = afterPages;
    const sendLevel = () => connection.setLogLevel(logLevel());
    const onFailure = (error: unknown) =>
      warn(`The log level could not be set: ${inOneLine(explainCallFailure(error).message, 300)}`);
    sendLevel().catch(
      (error: unknown) => afterPages.queueRetry('log level', error, sendLevel, onFailure) || onFailure(error),
    );
    await rejectOnAbort(lists.listAll(), signal);
  }

  async #currentConnection(): Promise<ConnectionWithLists> {
    let renewal: Promise<void> | undefined;
    while (renewal !== this.#renewal) {
      // Repeated, because the server may also lose the new session before the host has used it.
      renewal = this.#renewal;
      await renewal;
    }
    if (!this.#connection || !this.#lists) {
      throw new HostError({ name: 'ServerStopped', summary: t('The server was stopped.') });
    }
    return { connection: this.#connection, lists: this.#lists };
  }
}
