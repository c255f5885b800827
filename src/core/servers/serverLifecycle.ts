import { t } from '@vscode/l10n';
import { type Failure, failureOf, HostError } from '#core/common/errors.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { ServerState } from '#core/model/serverState.ts';
import type { RestartLimits } from '#core/model/timeLimits.ts';
import { Crashes } from './crashes.ts';
import type { ServerRun } from './serverRun.ts';

/**
 * The starts and stops of one server, which follow one another, and the definition that is in force. The methods may be
 * called in any order: after each `await` it is checked whether the run is still the one in force.
 */
export abstract class ServerLifecycle {
  readonly #crashes: Crashes;
  #definition: ServerDefinition;
  #pending: ServerDefinition | undefined;
  #state: ServerState = { kind: 'stopped' };
  #run: ServerRun | undefined;
  #stopping: Promise<void> = Promise.resolve();
  #removed = false;

  constructor(definition: ServerDefinition, restartLimits: RestartLimits) {
    this.#definition = definition;
    this.#crashes = new Crashes(restartLimits);
  }

  /** A run that begins once `after` has resolved, and calls `connectionRenewed` and `connectionLost`. */
  protected abstract createRun(definition: ServerDefinition, after: Promise<unknown>): ServerRun;
  /** The run has ended: its calls end with `reason`. */
  protected abstract endCalls(reason: HostError): void;
  /** True while a changed definition has to wait. */
  protected abstract isBusy(): boolean;
  /** Another definition is in force. */
  protected abstract definitionChanged(definition: ServerDefinition): void;
  /** The state has changed, or whether a definition waits. */
  protected abstract stateChanged(): void;
  /** A start failed, or the running server ended by itself. */
  protected abstract reportFailure(failure: Failure): void;

  get definition(): ServerDefinition {
    return this.#definition;
  }

  /** True if a changed definition waits to be applied: see `update`. */
  get pendingChange(): boolean {
    return this.#pending !== undefined;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** The run in force, from the request to start until its end. */
  get run(): ServerRun | undefined {
    return this.#run;
  }

  /**
   * Starts the server, or joins a start under way; resolves at once when it runs. `byUser` forgets earlier crashes.
   * @throws HostError
   */
  async ensureRunning(byUser = false): Promise<void> {
    if (byUser) {
      this.#crashes.reset();
    }
    if (this.#removed) {
      throw new HostError({
        name: 'ServerNotFound',
        summary: t('"{0}" is not in the settings any more.', this.#definition.name),
      });
    }
    this.#adoptPending();
    if (!this.#definition.entry.enabled) {
      throw new HostError({
        name: 'ServerDisabled',
        summary: t('"{0}" is switched off.', this.#definition.name),
        remedy: t('Remove "enabled": false from its entry.'),
      });
    }
    if (!this.#run && this.#crashes.tooMany && this.#state.kind === 'failed') {
      throw new HostError(this.#state.failure);
    }
    await (this.#run ?? this.#begin()).ready;
  }

  /**
   * Stops the server: its requests are withdrawn and answered `cancel`, its calls end with `ServerStopped`, and the process
   * with everything it started is gone when this resolves. Takes a few seconds at most; never rejects.
   */
  async stop(reason = t('The server was stopped.')): Promise<void> {
    const run = this.#run;
    this.#crashes.ended();
    if (run) {
      const error = new HostError({ name: 'ServerStopped', summary: reason });
      this.#run = undefined;
      this.endCalls(error);
      this.#stopping = both(this.#stopping, run.end(error));
    }
    this.#adoptPending();
    this.#set({ kind: 'stopped' });
    await this.#stopping;
  }

  /** Stops the server for good: later calls end with `ServerNotFound`. */
  async remove(): Promise<void> {
    this.#removed = true;
    await this.stop(t('The server was removed from the settings.'));
  }

  /** @throws HostError if the server does not start again */
  protected async stopAndStart(byUser = false): Promise<void> {
    void this.stop(t('The server was restarted.'));
    await this.ensureRunning(byUser);
  }

  /**
   * Takes over a changed definition and restarts a running server with it. A server that has a call in flight or an open
   * request keeps running, and this returns false: the change waits for `applyPendingChange`, or for the next start. A server
   * that was switched off is stopped in any case.
   */
  update(definition: ServerDefinition): boolean {
    const busy = definition.entry.enabled && this.isBusy();
    this.#pending = definition;
    if (busy) {
      this.stateChanged();
    } else {
      // A start that fails is reported by state and event.
      this.applyPendingChange().catch(() => undefined);
    }
    return !busy;
  }

  /** Drops the change that waits: the definition in force is the wanted one again. */
  keep(): void {
    if (this.#pending) {
      this.#pending = undefined;
      this.stateChanged();
    }
  }

  /**
   * Puts the definition that waits in force, with a restart if the server runs.
   * @throws HostError if the restart fails
   */
  async applyPendingChange(): Promise<void> {
    if (this.#pending) {
      const startAgain = this.#run !== undefined && this.#pending.entry.enabled;
      const reason = startAgain
        ? t('The server was restarted with its changed entry.')
        : t('The server was switched off.');
      const stopping = this.stop(reason);
      await (startAgain ? this.ensureRunning() : stopping);
    }
  }

  /** The run has another connection. */
  protected connectionRenewed(run: ServerRun): void {
    this.#showRunning(run);
  }

  /** The server that ran has ended by itself. */
  protected connectionLost(run: ServerRun, failure: Failure): void {
    run.elicitations.withdraw({ by: 'connection', reason: failure.summary });
    if (this.#run !== run || failure.name !== 'ServerCrashed') {
      this.#fail(run, failure);
      return;
    }
    // A start that fails is reported by state and event.
    const restarts = this.#crashes.crashed(() => void this.ensureRunning().catch(() => undefined));
    this.#fail(run, this.#crashes.explained(failure, restarts), restarts);
  }

  #begin(): ServerRun {
    this.#crashes.ended();
    const run = this.createRun(this.#definition, this.#stopping);
    this.#run = run;
    this.#set({ kind: 'starting' });
    run.ready.then(
      () => this.#showRunning(run),
      (error: unknown) => this.#fail(run, failureOf(error, 'ServerFailedToStart')),
    );
    return run;
  }

  #showRunning(run: ServerRun): void {
    if (this.#run === run && run.connection) {
      this.#crashes.started();
      this.#set({ kind: 'running', serverInfo: run.connection.serverInfo });
    }
  }

  #fail(run: ServerRun, failure: Failure, restarts = false): void {
    if (this.#run !== run) {
      return;
    }
    this.#run = undefined;
    const error = failure instanceof HostError ? failure : new HostError(failure);
    run.abandon(error);
    this.endCalls(error);
    this.#set({ kind: 'failed', failure, ...(restarts && { restarts }) });
    this.reportFailure(failure);
  }

  #adoptPending(): void {
    if (this.#pending && !this.#run) {
      this.#definition = this.#pending;
      this.#pending = undefined;
      this.definitionChanged(this.#definition);
      this.stateChanged();
    }
  }

  #set(state: ServerState): void {
    this.#state = state;
    this.stateChanged();
  }
}

/** Resolves to nothing: to what `Promise.all` resolves to, every end would hold the one before it. */
async function both(one: Promise<void>, other: Promise<void>): Promise<void> {
  await Promise.all([one, other]);
}
