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
  /** From which level on the server shall log. */
  logLevel(): LoggingLevel | undefined;
  /** Opens the connection; rejects with the signal's reason when that fires first. */
  open(signal: AbortSignal): Promise<Connection>;
  warn(line: string): void;
  /** The connection is another one. */
  renewed(): void;
  /** The connection is gone, and there is no other. */
  lost(failure: Failure): void;
  /** The offerings were listed, again or for the first time. */
  listed(): void;
}

const renewalsWithinMs = 60_000;
const mostRenewals = 3;

/** One run of a server, from the start asked for until its end. A server that starts again is another launch. */
export class ServerRun {
  readonly #context: ServerRunContext;
  readonly #abort = new AbortController();
  #connection: Connection | undefined;
  /** These two are of the last connection. */
  #lists: Lists | undefined;
  #afterPages: RetryAfterPages | undefined;
  /** When sessions were begun anew, of the last minute, by a clock that nobody can set. */
  #renewals: number[] = [];
  #renewing: Promise<void> = Promise.resolve();
  /** Resolves when the server runs and was asked once for all that it offers; rejects with a HostError when it will not. */
  readonly ready: Promise<void>;

  /** Begins once `after`, the end of an earlier launch, has resolved. */
  constructor(ports: ServerRunContext, after: Promise<unknown>) {
    this.#context = ports;
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

  /** Nothing of this launch counts any more; whoever waits for it gets `reason`. */
  abandon(reason: Error): void {
    this.#abort.abort(reason);
    this.#lists?.dispose();
  }

  /** Ends the run from our side: open questions are answered `cancel`, then the connection is closed. Never rejects. */
  async end(reason: Error): Promise<void> {
    this.elicitations.withdraw({ by: 'host', reason: reason.message });
    this.abandon(reason);
    await this.#connection?.close();
    await this.#renewing.catch(() => undefined);
    // While it was still opening, it closes what it opened by itself.
    await this.ready.catch(() => undefined);
  }

  /** The server says that a list has changed. See `Lists.changed`. */
  listChanged(kind: ListKind): void {
    this.#lists?.changed(kind);
  }

  /** What was listed was for another authorization. See `Lists.authorizationChanged`. */
  authorizationChanged(): void {
    // It was a call that had to be authorized; what is listed now is not of that call.
    runOutsideCalls(() => this.#lists?.authorizationChanged());
  }

  /** The tools as the server lists them from now on. */
  async relistTools(): Promise<readonly OfferedTool[]> {
    await this.#lists?.listAnew('tools');
    return this.offerings.tools;
  }

  /** See `Lists.refresh`. */
  async refresh(kind: ListKind): Promise<void> {
    await this.#lists?.refresh(kind);
  }

  /** Tells the server from which level on it shall log; it may ask for pages first. Rejects where it refuses. */
  async setLogLevel(level: LoggingLevel | undefined): Promise<void> {
    const send = async () => this.#connection?.setLogLevel(level);
    await throughRequiredUrls(send, { elicitations: this.elicitations, signal: this.#abort.signal });
  }

  /**
   * What the server suggests for an argument. One that asks for pages first (-32042) suggests nothing: the person is
   * typing, and a page for each letter would be in their way.
   */
  async complete(request: CompletionRequest, signal: AbortSignal): Promise<string[]> {
    return (await this.#connection?.complete(request, signal)) ?? [];
  }

  /** Sends a call's request and answers its rounds. `signal` cancels it at the server. */
  send(call: Call, signal: AbortSignal): Promise<unknown> {
    return sendCall(call, signal, {
      ...this.#context,
      connected: () => this.#connected(),
      flush: async () => this.#connection?.flush(),
    });
  }

  /**
   * The server has forgotten its session with us: another one is begun, and its offerings are listed. What it had asked
   * in the old one is withdrawn. A server that forgets again and again is lost.
   * Source: MCP specification 2025-11-25, basic/transports, "Session Management".
   */
  renew(failure: Failure): void {
    const forgotten = this.#connection;
    const now = performance.now();
    this.#renewals = this.#renewals.filter((time) => now - time < renewalsWithinMs);
    if (!forgotten || this.#renewals.length >= mostRenewals) {
      this.#context.lost(failure);
      return;
    }
    this.#renewals.push(now);
    this.#context.warn(failure.summary);
    this.elicitations.withdraw({ by: 'connection', reason: failure.summary });
    this.#connection = undefined;
    this.#lists?.dispose();
    this.#afterPages?.end();
    // It may have been a call that has found out; what is sent now is not of that call.
    this.#renewing = runOutsideCalls(() => forgotten.reopen().then((connection) => this.#take(connection)));
    this.#renewing.then(
      () => this.#context.renewed(),
      (error: unknown) => this.#context.lost(failureOf(error, 'ServerUnreachable')),
    );
  }

  async #run(): Promise<void> {
    const { signal } = this.#abort;
    signal.throwIfAborted();
    const following = this.#context.roots?.onDidChange(() => this.#connection?.rootsChanged());
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
      // The new session may be forgotten too, before it was taken.
      renewing = this.#renewing;
      await renewing;
    }
    if (!this.#connection || !this.#lists) {
      throw new HostError({ name: 'ServerStopped', summary: t('The server was stopped.') });
    }
    return { connection: this.#connection, lists: this.#lists };
  }
}
