import { t } from '@vscode/l10n';
import type { ServerAuthorization } from '#core/authorization/serverAuthorization.ts';
import { Calls } from '#core/calls/calls.ts';
import { type Failure, HostError } from '#core/common/errors.ts';
import { Emitter, type Event } from '#core/common/events.ts';
import type { SecretMask } from '#core/common/secretMask.ts';
import { explainCallFailure } from '#core/connection/callFailure.ts';
import type { ConnectionListeners } from '#core/connection/connection.ts';
import { ConnectionFactory, type ConnectionServices } from '#core/connection/connectionFactory.ts';
import type { ElicitationContext, ElicitationServices } from '#core/elicitation/elicitationContext.ts';
import { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import { ServerRateControl } from '#core/elicitation/serverRateControl.ts';
import { UrlGuard } from '#core/guard/url/urlGuard.ts';
import { VisitedSites } from '#core/guard/url/visitedSites.ts';
import type { CompletionRequest } from '#core/model/argumentCompletion.ts';
import type { Call, CallOrigin, CallRequest } from '#core/model/call.ts';
import { type ServerDefinition, storedId } from '#core/model/definition.ts';
import type { Attribution } from '#core/model/elicitationRequest.ts';
import type { EndedCall } from '#core/model/endedCall.ts';
import type { ListKind } from '#core/model/listing.ts';
import { type LoggingLevel, LoggingLevelMemory } from '#core/model/loggingLevel.ts';
import { noOfferings, type Offerings } from '#core/model/offerings.ts';
import { rootsFor } from '#core/model/roots.ts';
import { defaultTimeLimits } from '#core/model/timeLimits.ts';
import { inOneLine } from '#form/text.ts';
import { type CallOptions, ServerCalls } from './serverCalls.ts';
import { ServerLifecycle } from './serverLifecycle.ts';
import { ServerRun } from './serverRun.ts';

/** The result of `tools/call`, `prompts/get` or `resources/read`, as received. */
type ReceivedResult = unknown;

/** The services that a server needs. */
export interface ServerServices extends ElicitationServices, ConnectionServices {
  /** Called when a call has ended. */
  readonly callEnded?: (ended: EndedCall) => void;
}

/** A server that the settings define, whether it runs or not. */
export class Server extends ServerLifecycle {
  readonly #services: ServerServices;
  readonly #changed = new Emitter<void>();
  readonly #failed = new Emitter<Failure>();
  readonly #calls = new Calls(() => this.#changed.fire());
  readonly #logLevels: LoggingLevelMemory;
  readonly #connections: ConnectionFactory;
  readonly #serverCalls: ServerCalls;

  /** The rate limit of the server, and the user's actions on it. */
  readonly rateControl: ServerRateControl;
  /** Fires when the state, the offerings, the calls, their progress or the definition has changed. */
  readonly onDidChange: Event<void> = this.#changed.event;
  /** Fires when a start has failed, or when the running server has ended without a request of the host. */
  readonly onDidFail: Event<Failure> = this.#failed.event;

  constructor(definition: ServerDefinition, services: ServerServices) {
    super(definition, services.limits?.restart ?? defaultTimeLimits.restart);
    this.#services = services;
    this.rateControl = new ServerRateControl(
      services,
      () => this.definition.id,
      () => this.#changed.fire(),
    );
    this.#logLevels = new LoggingLevelMemory(services.memory, definition.id);
    this.#connections = new ConnectionFactory(services, () => {
      services.inbox.deliveries.setSignIn(this.definition.id, this.isSigningIn);
      this.#changed.fire();
    });
    this.#serverCalls = new ServerCalls(services, this.#calls, this.#connections, this);
    void this.#access.loadSignedIn(definition);
  }

  /** The offerings; none if the server does not run. */
  get offerings(): Offerings {
    return this.run?.offerings ?? noOfferings;
  }

  /** The lowest level that the server should log, as the user has set it; `undefined` leaves the level to the server. */
  get logLevel(): LoggingLevel | undefined {
    return this.#logLevels.level;
  }

  /**
   * Stores the level, and sends it to the server if it runs. After `undefined` a legacy server keeps the level until its next
   * start.
   * @throws HostError if the server refuses the level
   */
  async setLogLevel(level: LoggingLevel | undefined): Promise<void> {
    this.#logLevels.level = level;
    try {
      await this.run?.setLogLevel(level);
    } catch (error) {
      throw new HostError(this.#connections.secrets.maskFailure(explainCallFailure(error)), { cause: error });
    }
  }

  /** The server's completions for an argument; empty if there are none or the request fails. */
  async complete(request: CompletionRequest, signal: AbortSignal): Promise<readonly string[]> {
    return (await this.run?.complete(request, signal).catch(() => [])) ?? [];
  }

  /** Lists a kind again if its list may have changed without a notification. Failures are logged. */
  async refresh(kind: ListKind): Promise<void> {
    await this.run?.refresh(kind);
  }

  /** The secrets of the entry in force, and those that were added during the run. */
  get secrets(): SecretMask {
    return this.#connections.secrets;
  }

  /** Masks these secrets in a text, and those in the arguments of the calls that run now: the server may repeat them. */
  get mask(): (text: string) => string {
    const { secrets } = this.#connections;
    const { masks } = this.#serverCalls;
    return (text) => secrets.mask(text, ...masks);
  }

  /** True while the user signs in, for a start or for a call. */
  get isSigningIn(): boolean {
    return this.#access.isSigningIn;
  }

  /** True if there are tokens for this server. */
  get isSignedIn(): boolean {
    return this.#access.isSignedIn;
  }

  /**
   * Stops the server and deletes its tokens. Returns false if the authorization server did not revoke the tokens, which stay
   * valid until they expire. Rejects if the secret store does.
   */
  async signOut(): Promise<boolean> {
    const { definition } = this;
    await this.stop(t('You signed out.'));
    return this.#access.signOut(definition);
  }

  get calls(): readonly Call[] {
    return this.#calls.all;
  }

  /** See `ensureRunning`. A start by the user also allows sign-ins again. */
  start(origin: CallOrigin = 'program'): Promise<void> {
    const start = this.ensureRunning(origin === 'user');
    this.#allowSignIns(origin);
    return start;
  }

  /** @throws HostError if the new start fails */
  restart(origin: CallOrigin = 'program'): Promise<void> {
    const restart = this.stopAndStart(origin === 'user');
    this.#allowSignIns(origin);
    return restart;
  }

  /**
   * Sends a request, and starts the server first if necessary. There is no time limit, because the server may ask the user.
   * @throws HostError `CallCancelled` if the call is cancelled or aborted; `ToolNotFound`, `PromptNotFound`; `CallFailed` with
   * the server's message; the server's failure if it cannot start or ends during the call; `ServerStopped`, `ServerDisabled`,
   * `ServerNotFound`.
   */
  call(request: CallRequest, options: CallOptions): Promise<ReceivedResult> {
    return this.#serverCalls.run(request, options);
  }

  /** Cancels a call: its requests are withdrawn with the reply `cancel`, then the call is cancelled at the server. */
  cancelCall(callId: string): void {
    this.#serverCalls.cancel(callId);
  }

  /** Stops the server. Takes a few seconds at most. */
  async dispose(): Promise<void> {
    await this.stop();
    this.#changed.dispose();
    this.#failed.dispose();
  }

  #allowSignIns(origin: CallOrigin): void {
    if (origin === 'user') {
      this.#access.resetAttempts(origin);
    }
  }

  get #access(): ServerAuthorization {
    return this.#connections.access;
  }

  protected override createRun(definition: ServerDefinition, previousEnd: Promise<unknown>): ServerRun {
    const elicitations = new ElicitationHandler(this.#elicitationContext(definition, () => run));
    const listeners: ConnectionListeners = {
      onEnd: (failure) => this.onConnectionLost(run, failure),
      onSessionLost: (failure) => run.renew(failure),
      onListChanged: (kind) => run.relistSoon(kind),
      relistTools: () => run.relistTools(),
    };
    const onAuthorizationChanged = () => run.relistAll();
    const run: ServerRun = new ServerRun(
      {
        serverName: definition.name,
        elicitations,
        calls: this.#calls,
        roots: rootsFor(definition, this.#services.roots),
        logLevel: () => this.logLevel,
        open: (signal) =>
          this.#connections.open({
            definition,
            elicitations,
            listeners,
            onAuthorizationChanged,
            signal,
          }),
        warn: (line) => this.#connections.log.warn(line),
        onRenewed: () => this.onConnectionRenewed(run),
        onLost: (failure) => this.onConnectionLost(run, failure),
        onListed: () => this.#changed.fire(),
        onProgress: (callId, progress) => this.#calls.updateProgress(callId, progress),
      },
      previousEnd,
    );
    return run;
  }

  protected override endCalls(reason: HostError): void {
    this.#calls.endAll(reason);
  }

  protected override isBusy(): boolean {
    const { id } = this.definition;
    return this.#calls.all.length > 0 || this.#services.inbox.pending.some(({ server }) => server.id === id);
  }

  protected override onDefinitionChanged(definition: ServerDefinition): void {
    void this.#access.loadSignedIn(definition);
  }

  protected override onStateChanged(): void {
    this.#changed.fire();
  }

  protected override reportFailure(failure: Failure): void {
    for (const line of [failure.summary, ...(failure.detail?.split('\n') ?? [])]) {
      this.#connections.log.error(line);
    }
    this.#failed.fire(failure);
  }

  #elicitationContext(definition: ServerDefinition, run: () => ServerRun): ElicitationContext {
    const { inbox, suspendedCalls, exchanges, rateLimiter, secrets, clock, memory } = this.#services;
    return {
      inbox,
      suspendedCalls,
      exchanges,
      rateLimiter,
      secrets,
      clock,
      urls: new UrlGuard(storedId(definition), new VisitedSites(memory), () => this.#connections.url),
      modes: definition.entry.elicitation,
      attribution: createAttributionGetter(definition, () => run().connection?.serverInfo.name),
      calls: () => this.#calls.all,
      // None during a sign-in: the HTTP request of the call then waits in the host.
      callsAtServer: () => (this.#access.isSigningIn ? [] : this.#calls.atServer),
      callOfTask: (taskId) => this.#calls.ofTask(taskId),
      cancelCall: (callId) => this.cancelCall(callId),
      warn: (line) => this.#connections.log.warn(line),
    };
  }
}

/** Returns the attribution of a server's requests, which is computed again only if the reported name has changed. */
function createAttributionGetter(
  { id, name }: ServerDefinition,
  getReportedName: () => string | undefined,
): () => Attribution {
  let attribution: Attribution = { id, name, reportedName: undefined };
  let lastName: string | undefined;
  return () => {
    const reportedName = getReportedName();
    if (reportedName !== lastName) {
      lastName = reportedName;
      attribution = { id, name, reportedName: reportedName === undefined ? undefined : inOneLine(reportedName, 100) };
    }
    return attribution;
  };
}
