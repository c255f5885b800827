import { t } from '@vscode/l10n';
import { Lists } from '#core/calls/lists.ts';
import { type Connected, type SendContext, sendCall } from '#core/calls/sendCall.ts';
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

interface ServerRunContext extends Omit<SendContext, 'connected' | 'flush'> {
  /** The minimum level that the server should log. */
  logLevel(): LoggingLevel | undefined;
  /** Opens the connection; rejects with the signal's reason when that fires first. */
  open(signal: AbortSignal): Promise<Connection>;
  warn(line: string): void;
  /** Called when a new session has replaced the lost one. */
  renewed(): void;
  /** Called when the connection is lost and not replaced. */
  lost(failure: Failure): void;
  /** Called when an offering was listed, for the first time or again. */
  listed(): void;
}

const renewalsWithinMs = 60_000;
const maxRenewals = 3;

/** One run of a server, from the requested start until its end. A restart is another run. */
export class ServerRun {
  readonly #context: ServerRunContext;
  readonly #abort = new AbortController();
  #connection: Connection | undefined;
  /** Of the current connection, as `#afterPages`. */
  #lists: Lists | undefined;
  #afterPages: RetryAfterPages | undefined;
  /** When sessions were renewed within the last minute, by the monotonic clock. */
  #renewals: number[] = [];
  #renewing: Promise<void> = Promise.resolve();
  /** Resolves when the server runs and its offerings were listed once; rejects with a HostError when the start fails. */
  readonly ready: Promise<void>;

  /** Starts once `after`, the end of the previous run, has resolved. */
  constructor(context: ServerRunContext, after: Promise<unknown>) {
    this.#context = context;
    this.ready = after
      .then(() => this.#run())
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

  /** Aborts this run: everything that waits for it rejects with `reason`. */
  abandon(reason: Error): void {
    this.#abort.abort(reason);
    this.#lists?.dispose();
  }

  /** Ends the run from the host's side: answers open elicitations with `cancel`, then closes the connection. Never rejects. */
  async end(reason: Error): Promise<void> {
    this.elicitations.withdraw({ by: 'host', reason: reason.message });
    this.abandon(reason);
    await this.#connection?.close();
    await this.#renewing.catch(() => undefined);
    // A run that is still opening its connection closes it itself.
    await this.ready.catch(() => undefined);
  }

  /** The server sent a `list_changed` notification. See `Lists.changed`. */
  listChanged(kind: ListKind): void {
    this.#lists?.changed(kind);
  }

  /** The authorization has changed, so the lists are stale. See `Lists.authorizationChanged`. */
  authorizationChanged(): void {
    // The call that led to the authorization is still the current one here; listing does not belong to it.
    runOutsideCalls(() => this.#lists?.authorizationChanged());
  }

  /** Lists the tools anew, and returns them. */
  async relistTools(): Promise<readonly OfferedTool[]> {
    await this.#lists?.listAnew('tools');
    return this.offerings.tools;
  }

  /** See `Lists.refresh`. */
  async refresh(kind: ListKind): Promise<void> {
    await this.#lists?.refresh(kind);
  }

  /** Sets the server's minimum log level. The server may require pages first (-32042). Rejects if it refuses. */
  async setLogLevel(level: LoggingLevel | undefined): Promise<void> {
    const send = async () => this.#connection?.setLogLevel(level);
    await throughRequiredUrls(send, { elicitations: this.elicitations, signal: this.#abort.signal });
  }

  /**
   * The server's completions for an argument. A server that requires pages first (-32042) gets no retry: the user is typing,
   * and a page request for each character would interrupt.
   */
  async complete(request: CompletionRequest, signal: AbortSignal): Promise<string[]> {
    return (await this.#connection?.complete(request, signal)) ?? [];
  }

  /** Sends the request of a call and answers its rounds. `signal` cancels it at the server. */
  send(call: Call, signal: AbortSignal): Promise<unknown> {
    return sendCall(call, signal, {
      ...this.#context,
      connected: () => this.#connected(),
      flush: async () => this.#connection?.flush(),
    });
  }

  /**
   * The server has lost its session: opens another one, lists the offerings, and withdraws the elicitations of the old
   * session. A server that loses more than three sessions in a minute counts as lost.
   * Source: MCP specification 2025-11-25, basic/transports, "Session Management".
   */
  renew(failure: Failure): void {
    const forgotten = this.#connection;
    const now = performance.now();
    this.#renewals = this.#renewals.filter((time) => now - time < renewalsWithinMs);
    if (!forgotten || this.#renewals.length >= maxRenewals) {
      this.#context.lost(failure);
      return;
    }
    this.#renewals.push(now);
    this.#context.warn(failure.summary);
    this.elicitations.withdraw({ by: 'connection', reason: failure.summary });
    this.#connection = undefined;
    this.#lists?.dispose();
    this.#afterPages?.end();
    // A call may have detected the loss; the new session does not belong to that call.
    this.#renewing = runOutsideCalls(() => forgotten.reopen().then((connection) => this.#take(connection)));
    this.#renewing.then(
      () => this.#context.renewed(),
      (error: unknown) => this.#context.lost(failureOf(error, 'ServerUnreachable')),
    );
  }

  async #run(): Promise<void> {
    const { signal } = this.#abort;
    signal.throwIfAborted();
    const following = this.#context.roots?.onDidChange(() => this.#connection?.notifyRootsChanged());
    signal.addEventListener('abort', () => following?.dispose(), { once: true });
    await this.#take(await this.#context.open(signal));
  }

  async #take(connection: Connection): Promise<void> {
    const { signal } = this.#abort;
    if (signal.aborted) {
      await connection.close();
      throw signal.reason;
    }
    const { elicitations, logLevel, listed, warn } = this.#context;
    const afterPages = new RetryAfterPages(elicitations, connection.era, signal);
    const lists = new Lists({ connection, afterPages, listed, warn }, this.#lists);
    this.#connection = connection;
    this.#lists = lists;
    this.#afterPages = afterPages;
    const sendLevel = () => connection.setLogLevel(logLevel());
    const failed = (error: unknown) =>
      warn(`The log level was not taken: ${inOneLine(explainCallFailure(error).message, 300)}`);
    sendLevel().catch(
      (error: unknown) => afterPages.queueRetry('log level', error, sendLevel, failed) || failed(error),
    );
    await rejectOnAbort(lists.listAll(), signal);
  }

  async #connected(): Promise<Connected> {
    let renewing: Promise<void> | undefined;
    while (renewing !== this.#renewing) {
      // The server may lose the new session too, before it is in use.
      renewing = this.#renewing;
      await renewing;
    }
    if (!this.#connection || !this.#lists) {
      throw new HostError({ name: 'ServerStopped', summary: t('The server was stopped.') });
    }
    return { connection: this.#connection, lists: this.#lists };
  }
}
