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
import { CallRuns } from './callRuns.ts';
import { ServerLifecycle } from './serverLifecycle.ts';
import { ServerRun } from './serverRun.ts';

/** The result of `tools/call`, `prompts/get` or `resources/read`, as received. */
type CallResult = unknown;

/** What a server needs from the host. */
export interface ServerServices extends ElicitationServices, ConnectionServices {
  /** Called for every call that has ended. */
  readonly callEnded?: (ended: EndedCall) => void;
}

/** A server as the settings define it, running or not. */
export class Server extends ServerLifecycle {
  readonly #services: ServerServices;
  readonly #changed = new Emitter<void>();
  readonly #failed = new Emitter<Failure>();
  readonly #calls = new Calls(() => this.#changed.fire());
  readonly #logLevels: LoggingLevelMemory;
  readonly #connections: ConnectionFactory;
  readonly #runs: CallRuns;

  /** How often it asks, and what the user can do about it. */
  readonly rateControl: ServerRateControl;
  /** The state, the offerings, the calls or their progress, or the definition has changed. */
  readonly onDidChange: Event<void> = this.#changed.event;
  /** A start failed, or the running server ended by itself. */
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
      services.inbox.deliveries.setSignIn(this.definition.id, this.signingIn);
      this.#changed.fire();
    });
    this.#runs = new CallRuns(services, this.#calls, this.#connections, this);
    void this.#access.loadSignedIn(definition);
  }

  /** Empty unless the server runs. */
  get offerings(): Offerings {
    return this.run?.offerings ?? noOfferings;
  }

  /** The lowest level that the server shall log, as the user set it; `undefined` leaves that to the server. */
  get logLevel(): LoggingLevel | undefined {
    return this.#logLevels.level;
  }

  /**
   * Stores the level, and sends it to the server if it runs. A legacy server can return to its own level only at its next
   * start.
   * @throws HostError if the server refuses it
   */
  async setLogLevel(level: LoggingLevel | undefined): Promise<void> {
    this.#logLevels.level = level;
    try {
      await this.run?.setLogLevel(level);
    } catch (error) {
      throw new HostError(this.#connections.secrets.maskFailure(explainCallFailure(error)), { cause: error });
    }
  }

  /** The server's completions for an argument; empty if it has none or fails. */
  async complete(request: CompletionRequest, signal: AbortSignal): Promise<readonly string[]> {
    return (await this.run?.complete(request, signal).catch(() => [])) ?? [];
  }

  /** Lists again what may have changed without a notification. Failures are logged. */
  async refresh(kind: ListKind): Promise<void> {
    await this.run?.refresh(kind);
  }

  /** The secrets of the entry in force, also those that are learned while it runs. */
  get secrets(): SecretMask {
    return this.#connections.secrets;
  }

  /** Masks these secrets in a text. */
  get mask(): (text: string) => string {
    const { secrets } = this.#connections;
    return (text) => secrets.mask(text);
  }

  /** True while the user signs in, for a start or for a call. */
  get signingIn(): boolean {
    return this.#access.isSigningIn;
  }

  /** True if there are tokens for this server. */
  get signedIn(): boolean {
    return this.#access.isSignedIn;
  }

  /**
   * Stops the server and deletes its tokens. Returns false if the authorization server did not revoke them: they then
   * expire. Rejects when the secret store does.
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
    const starting = this.ensureRunning(origin === 'person');
    this.#startedBy(origin);
    return starting;
  }

  /** @throws HostError if the server does not start again */
  restart(origin: CallOrigin = 'program'): Promise<void> {
    const restarting = this.stopAndStart(origin === 'person');
    this.#startedBy(origin);
    return restarting;
  }

  /**
   * Sends a request, and starts the server first if needed. There is no time limit, because the server may ask the user.
   * @throws HostError `CallCancelled` if cancelled or aborted; `ToolNotFound`, `PromptNotFound`; `CallFailed` with the
   * server's words; the server's own failure when it cannot start or ends meanwhile; `ServerStopped`, `ServerDisabled`,
   * `ServerNotFound`.
   */
  call(request: CallRequest, options: { origin: CallOrigin; signal?: AbortSignal }): Promise<CallResult> {
    return this.#runs.run(request, options);
  }

  /** Cancels a call: its requests are withdrawn and answered `cancel`, then the call is cancelled at the server. */
  cancelCall(callId: string): void {
    this.#runs.cancel(callId);
  }

  /** Takes a few seconds at most. */
  async dispose(): Promise<void> {
    await this.stop();
    this.#changed.dispose();
    this.#failed.dispose();
  }

  #startedBy(origin: CallOrigin): void {
    if (origin === 'person') {
      this.#access.resetAttempts(origin);
    }
  }

  get #access(): ServerAuthorization {
    return this.#connections.access;
  }

  protected override createRun(definition: ServerDefinition, after: Promise<unknown>): ServerRun {
    const elicitations = new ElicitationHandler(this.#elicitationContext(definition, () => run));
    const listeners: ConnectionListeners = {
      onEnd: (failure) => this.connectionLost(run, failure),
      onSessionLost: (failure) => run.renew(failure),
      onListChanged: (kind) => run.listChanged(kind),
      relistTools: () => run.relistTools(),
    };
    const authorizationChanged = () => run.authorizationChanged();
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
            elicitations: elicitations,
            listeners,
            onAuthorizationChanged: authorizationChanged,
            signal,
          }),
        warn: (line) => this.#connections.log.warn(line),
        renewed: () => this.connectionRenewed(run),
        lost: (failure) => this.connectionLost(run, failure),
        listed: () => this.#changed.fire(),
        progress: (callId, progress) => this.#calls.progress(callId, progress),
      },
      after,
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

  protected override definitionChanged(definition: ServerDefinition): void {
    void this.#access.loadSignedIn(definition);
  }

  protected override stateChanged(): void {
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
      attribution: attributionOf(definition, () => run().connection?.serverInfo.name),
      calls: () => this.#calls.all,
      // A request does not reach the server while the user signs in for it.
      callsAtServer: () => (this.#access.isSigningIn ? [] : this.#calls.atServer),
      callOfTask: (taskId) => this.#calls.ofTask(taskId),
      cancelCall: (callId) => this.cancelCall(callId),
      warn: (line) => this.#connections.log.warn(line),
    };
  }
}

/** The attribution of a server's requests, computed again only when the server's own name has changed. */
function attributionOf({ id, name }: ServerDefinition, selfName: () => string | undefined): () => Attribution {
  let attribution: Attribution = { id, name, reportedName: undefined };
  let attributedName: string | undefined;
  return () => {
    const ownName = selfName();
    if (ownName !== attributedName) {
      attributedName = ownName;
      attribution = { id, name, reportedName: ownName === undefined ? undefined : inOneLine(ownName, 100) };
    }
    return attribution;
  };
}
