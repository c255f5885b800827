import { t } from '@vscode/l10n';
import type { ServerAuthorization } from '#core/authorization/serverAuthorization.ts';
import { Calls } from '#core/calls/calls.ts';
import { type Failure, HostError } from '#core/common/errors.ts';
import { Emitter, type Event } from '#core/common/events.ts';
import type { SecretMask } from '#core/common/secretMask.ts';
import { explainCallFailure } from '#core/connection/callFailure.ts';
import type { ConnectionListeners } from '#core/connection/connection.ts';
import { ConnectionFactory } from '#core/connection/connectionFactory.ts';
import { ServerRateControl } from '#core/elicitation/serverRateControl.ts';
import type { CompletionRequest } from '#core/model/argumentCompletion.ts';
import type { Call, CallOrigin, CallRequest } from '#core/model/call.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { ListKind } from '#core/model/listing.ts';
import { type LoggingLevel, LoggingLevelMemory } from '#core/model/loggingLevel.ts';
import { noOfferings, type Offerings } from '#core/model/offerings.ts';
import { rootsFor } from '#core/model/roots.ts';
import type { ServerState } from '#core/model/serverState.ts';
import { defaultTimeLimits } from '#core/model/timeLimits.ts';
import { CallRuns } from './callRuns.ts';
import { Crashes } from './crashes.ts';
import { createElicitationHandler } from './createElicitationHandler.ts';
import { Lifecycle } from './lifecycle.ts';
import type { ServerPorts } from './serverPorts.ts';
import { ServerRun } from './serverRun.ts';

/** The result of `tools/call`, `prompts/get` or `resources/read`, as received. */
type CallResult = unknown;

/** A server as the settings define it, running or not. Its verbs may come in any order: see `Lifecycle`. */
export class Server {
  readonly #ports: ServerPorts;
  readonly #changed = new Emitter<void>();
  readonly #failed = new Emitter<Failure>();
  readonly #calls = new Calls(() => this.#changed.fire());
  readonly #logLevels: LoggingLevelMemory;
  readonly #opener: ConnectionFactory;
  readonly #life: Lifecycle;
  readonly #runs: CallRuns;

  /** How much it asks the person, and what they can say to that. */
  readonly asking: ServerRateControl;
  /** State, offerings, calls or their progress, or the definition. */
  readonly onDidChange: Event<void> = this.#changed.event;
  /** A start failed, or the running server ended by itself. */
  readonly onDidFail: Event<Failure> = this.#failed.event;

  constructor(definition: ServerDefinition, ports: ServerPorts) {
    this.#ports = ports;
    this.asking = new ServerRateControl(
      ports,
      () => this.definition.id,
      () => this.#changed.fire(),
    );
    this.#logLevels = new LoggingLevelMemory(ports.memory, definition.id);
    this.#opener = new ConnectionFactory(ports, () => {
      ports.inbox.deliveries.signingIn(this.definition.id, this.signingIn);
      this.#changed.fire();
    });
    this.#life = new Lifecycle(definition, {
      launch: (current, after) => this.#launch(current, after),
      over: (reason) => this.#calls.endAll(reason),
      isBusy: () => this.#isBusy(),
      crashes: new Crashes(ports.limits?.restart ?? defaultTimeLimits.restart),
      redefined: (current) => void this.#access.loadSignedIn(current),
      changed: () => this.#changed.fire(),
      failed: (failure) => {
        for (const line of [failure.summary, ...(failure.detail?.split('\n') ?? [])]) {
          this.#opener.log.error(line);
        }
        this.#failed.fire(failure);
      },
    });
    this.#runs = new CallRuns({ ports, calls: this.#calls, opener: this.#opener, life: this.#life });
    void this.#access.loadSignedIn(definition);
  }

  get definition(): ServerDefinition {
    return this.#life.definition;
  }

  get state(): ServerState {
    return this.#life.state;
  }

  /** Empty unless the server runs. */
  get offerings(): Offerings {
    return this.#life.launch?.offerings ?? noOfferings;
  }

  /** From which level on the person wants it to log; `undefined` leaves that to the server. */
  get logLevel(): LoggingLevel | undefined {
    return this.#logLevels.level;
  }

  /**
   * Remembers a level, and tells the server if it runs. A server of the legacy era that is to go by its own again does
   * so from its next start on. Throws HostError where the server refuses.
   */
  async setLogLevel(level: LoggingLevel | undefined): Promise<void> {
    this.#logLevels.level = level;
    try {
      await this.#life.launch?.setLogLevel(level);
    } catch (error) {
      throw new HostError(this.#opener.secrets.maskFailure(explainCallFailure(error)), { cause: error });
    }
  }

  /** What the server suggests for an argument that is being typed. Nothing where it has nothing, or fails to say. */
  async complete(request: CompletionRequest, signal: AbortSignal): Promise<readonly string[]> {
    return (await this.#life.launch?.complete(request, signal).catch(() => [])) ?? [];
  }

  /** Lists anew what may have changed without a word. What is wrong with that is said in the log. */
  async refresh(kind: ListKind): Promise<void> {
    await this.#life.launch?.refresh(kind);
  }

  /** The secrets of the entry that it runs with, also those that come up later. */
  get secrets(): SecretMask {
    return this.#opener.secrets;
  }

  /** Takes these secrets out of a text. */
  get mask(): (text: string) => string {
    const { secrets } = this.#opener;
    return (text) => secrets.mask(text);
  }

  /** True while the person is signing in, for a start or for a call. */
  get signingIn(): boolean {
    return this.#access.signingIn;
  }

  /** True when there are tokens for this server. */
  get signedIn(): boolean {
    return this.#access.signedIn;
  }

  /**
   * Stops the server and forgets the tokens for it. False when the authorization server did not take them back: they
   * then end by themselves. Rejects when the store of secrets does.
   */
  async signOut(): Promise<boolean> {
    const { definition } = this;
    await this.stop(t('You signed out.'));
    return this.#access.signOut(definition);
  }

  get calls(): readonly Call[] {
    return this.#calls.all;
  }

  /** The definition has changed, and waits until it may be applied: see `update`. */
  get pendingChange(): boolean {
    return this.#life.pendingChange;
  }

  /** Starts the server; resolves at once when it runs, and joins a start under way. Throws HostError. */
  start(origin: CallOrigin = 'program'): Promise<void> {
    const starting = this.#life.start(origin === 'person');
    this.#begunBy(origin);
    return starting;
  }

  /**
   * Stops the server: its questions are withdrawn and answered `cancel`, its calls end with `ServerStopped`, and the
   * process with everything it started is gone when this resolves. Takes a few seconds at most; never rejects.
   */
  stop(reason = t('The server was stopped.')): Promise<void> {
    return this.#life.stop(reason);
  }

  /** Stops the server for good: whoever still holds it is told `ServerNotFound`. */
  remove(): Promise<void> {
    return this.#life.remove();
  }

  /** Throws HostError when the server does not start again. */
  restart(origin: CallOrigin = 'program'): Promise<void> {
    const restarting = this.#life.restart(origin === 'person');
    this.#begunBy(origin);
    return restarting;
  }

  /**
   * Takes over a changed definition. A running server is restarted with it; one that has a call in flight or an open
   * question keeps running as it is, and false says that the change waits for `applyPendingChange`, or for the next
   * start. A server that was switched off is stopped whatever it is doing.
   */
  update(definition: ServerDefinition): boolean {
    return this.#life.update(definition);
  }

  /** The definition in force is the wanted one again: no change waits any more. */
  keep(): void {
    this.#life.keep();
  }

  /** Puts the definition that waits in force, with a restart if the server runs. Throws HostError if that fails. */
  applyPendingChange(): Promise<void> {
    return this.#life.applyPendingChange();
  }

  /**
   * Sends a request that may stop to ask, starting the server if needed. No time limit: a person may be thinking.
   * @throws HostError `CallCancelled` when cancelled or aborted; `ToolNotFound`, `PromptNotFound`; `CallFailed` with the
   * server's words; the server's own failure when it cannot start or ends meanwhile; `ServerStopped`, `ServerDisabled`,
   * `ServerNotFound`.
   */
  call(request: CallRequest, options: { origin: CallOrigin; signal?: AbortSignal }): Promise<CallResult> {
    return this.#runs.run(request, options);
  }

  /** Ends a call: its questions are withdrawn and answered `cancel`, then the server is told. */
  cancelCall(callId: string): void {
    this.#runs.cancel(callId);
  }

  /** Takes a few seconds at most. */
  async dispose(): Promise<void> {
    await this.stop();
    this.#changed.dispose();
    this.#failed.dispose();
  }

  #begunBy(origin: CallOrigin): void {
    if (origin === 'person') {
      this.#access.resetAttempts(origin);
    }
  }

  get #access(): ServerAuthorization {
    return this.#opener.access;
  }

  #launch(definition: ServerDefinition, after: Promise<unknown>): ServerRun {
    const elicitations = createElicitationHandler(this.#ports, {
      definition,
      calls: this.#calls,
      opener: this.#opener,
      selfName: () => launch.connection?.serverInfo.name,
      cancelCall: (callId) => this.cancelCall(callId),
    });
    const listeners: ConnectionListeners = {
      ended: (failure) => this.#life.lost(launch, failure),
      sessionLost: (failure) => launch.renew(failure),
      listChanged: (kind) => launch.listChanged(kind),
      relistTools: () => launch.relistTools(),
    };
    const authorizationChanged = () => launch.authorizationChanged();
    const launch: ServerRun = new ServerRun(
      {
        serverName: definition.name,
        elicitations,
        calls: this.#calls,
        roots: rootsFor(definition, this.#ports.roots),
        logLevel: () => this.logLevel,
        open: (signal) =>
          this.#opener.open({ definition, questions: elicitations, listeners, authorizationChanged, signal }),
        warn: (line) => this.#opener.log.warn(line),
        renewed: () => this.#life.renewed(launch),
        lost: (failure) => this.#life.lost(launch, failure),
        listed: () => this.#changed.fire(),
        progress: (callId, progress) => this.#calls.progress(callId, progress),
      },
      after,
    );
    return launch;
  }

  #isBusy(): boolean {
    const { id } = this.definition;
    return this.#calls.all.length > 0 || this.#ports.inbox.pending.some(({ server }) => server.id === id);
  }
}
