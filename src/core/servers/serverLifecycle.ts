import { t } from '@vscode/l10n';
import { type Failure, failureOf, HostError } from '#core/common/errors.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { ServerState } from '#core/model/serverState.ts';
import type { RestartLimits } from '#core/model/timeLimits.ts';
import { Crashes } from './crashes.ts';
import type { ServerRun } from './serverRun.ts';

/**
 * The starts and stops of one server, one after another, and the definition in force. The methods may be called in any order:
 * after each `await` they check whether their run is still the run in force.
 */
export abstract class ServerLifecycle {
  readonly #crashes: Crashes;
  #definition: ServerDefinition;
  #pendingDefinition: ServerDefinition | undefined;
  #state: ServerState = { kind: 'stopped' };
  #run: ServerRun | undefined;
  #lastStop: Promise<void> = Promise.resolve();
  #isRemoved = false;

  constructor(definition: ServerDefinition, restartLimits: RestartLimits) {
    this.#definition = definition;
    this.#crashes = new Crashes(restartLimits);
  }

  /** Creates a run that starts when `previousEnd` has resolved, and calls `onConnectionRenewed` and `onConnectionLost`. */
  protected abstract createRun(definition: ServerDefinition, previousEnd: Promise<unknown>): ServerRun;
  /** Ends the calls of a run that has ended with `reason`. */
  protected abstract endCalls(reason: HostError): void;
  /** True while a changed definition has to wait. */
  protected abstract isBusy(): boolean;
  /** Called when another definition is in force. */
  protected abstract onDefinitionChanged(definition: ServerDefinition): void;
  /** Called when `state` or `hasPendingChange` has changed. */
  protected abstract onStateChanged(): void;
  /** Called when a start has failed, or when the running server has ended without a request of the host. */
  protected abstract reportFailure(failure: Failure): void;

  get definition(): ServerDefinition {
    return this.#definition;
  }

  /** True if a changed definition waits to be applied: see `update`. */
  get hasPendingChange(): boolean {
    return this.#pendingDefinition !== undefined;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** The run in force, from the request to start until the end of the run. */
  get run(): ServerRun | undefined {
    return this.#run;
  }

  /**
   * Starts the server, or waits for a running start; resolves at once if the server runs. `byUser`: true forgets earlier
   * crashes.
   * @throws HostError
   */
  async ensureRunning(byUser = false): Promise<void> {
    if (byUser) {
      this.#crashes.reset();
    }
    if (this.#isRemoved) {
      throw new HostError({
        name: 'ServerNotFound',
        summary: t('"{0}" is no longer in the settings.', this.#definition.name),
      });
    }
    this.#adoptPendingDefinition();
    if (!this.#definition.entry.enabled) {
      throw new HostError({
        name: 'ServerDisabled',
        summary: t('"{0}" is disabled.', this.#definition.name),
        remedy: t('Remove "enabled": false from its entry.'),
      });
    }
    if (!this.#run && this.#crashes.isLimitReached && this.#state.kind === 'failed') {
      throw new HostError(this.#state.failure);
    }
    await (this.#run ?? this.#startRun()).ready;
  }

  /**
   * Stops the server: its requests are withdrawn with the reply `cancel`, and its calls end with `ServerStopped`. Resolves
   * after a few seconds at most, when its process and every process that it has started have ended. Never rejects.
   */
  async stop(reason = t('The server was stopped.')): Promise<void> {
    const run = this.#run;
    this.#crashes.noteEnd();
    if (run) {
      const error = new HostError({ name: 'ServerStopped', summary: reason });
      this.#run = undefined;
      this.endCalls(error);
      this.#lastStop = waitForBoth(this.#lastStop, run.end(error));
    }
    this.#adoptPendingDefinition();
    this.#setState({ kind: 'stopped' });
    await this.#lastStop;
  }

  /** Stops the server, which cannot be started again: later calls end with `ServerNotFound`. */
  async remove(): Promise<void> {
    this.#isRemoved = true;
    await this.stop(t('The server was removed from the settings.'));
  }

  /** @throws HostError if the new start fails */
  protected async stopAndStart(byUser = false): Promise<void> {
    void this.stop(t('The server was restarted.'));
    await this.ensureRunning(byUser);
  }

  /**
   * Applies a changed definition: restarts a running server. A busy server keeps running, and this returns false: the change
   * waits for `applyPendingChange`, or for the next start. A server that was switched off is stopped in any case.
   */
  update(definition: ServerDefinition): boolean {
    const mustWait = definition.entry.enabled && this.isBusy();
    this.#pendingDefinition = definition;
    if (mustWait) {
      this.onStateChanged();
    } else {
      // The error is ignored, because `#fail` reports a failed start by state and event.
      this.applyPendingChange().catch(() => undefined);
    }
    return !mustWait;
  }

  /** Drops a pending change, because the settings have the definition in force again. */
  dropPendingChange(): void {
    if (this.#pendingDefinition) {
      this.#pendingDefinition = undefined;
      this.onStateChanged();
    }
  }

  /**
   * Puts a pending definition in force, by a restart if the server runs.
   * @throws HostError if the restart fails
   */
  async applyPendingChange(): Promise<void> {
    if (this.#pendingDefinition) {
      const isRestart = this.#run !== undefined && this.#pendingDefinition.entry.enabled;
      const reason = isRestart ? t('The server was restarted with its changed entry.') : t('The server was disabled.');
      const stopped = this.stop(reason);
      await (isRestart ? this.ensureRunning() : stopped);
    }
  }

  /** Shows the server as running after the connection of a run was replaced. */
  protected onConnectionRenewed(run: ServerRun): void {
    this.#showRunning(run);
  }

  /** Handles the end of a running server that the host has not requested. */
  protected onConnectionLost(run: ServerRun, failure: Failure): void {
    run.elicitations.withdraw({ by: 'connection', reason: failure.summary });
    if (this.#run !== run || failure.name !== 'ServerCrashed') {
      this.#fail(run, failure);
      return;
    }
    // The error is ignored, because `#fail` reports a failed start by state and event.
    const restarts = this.#crashes.handleCrash(() => void this.ensureRunning().catch(() => undefined));
    this.#fail(run, this.#crashes.explain(failure, restarts), restarts);
  }

  #startRun(): ServerRun {
    this.#crashes.noteEnd();
    const run = this.createRun(this.#definition, this.#lastStop);
    this.#run = run;
    this.#setState({ kind: 'starting' });
    run.ready.then(
      () => this.#showRunning(run),
      (error: unknown) => this.#fail(run, failureOf(error, 'ServerFailedToStart')),
    );
    return run;
  }

  #showRunning(run: ServerRun): void {
    if (this.#run === run && run.connection) {
      this.#crashes.noteStart();
      this.#setState({ kind: 'running', serverInfo: run.connection.serverInfo });
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
    this.#setState({ kind: 'failed', failure, ...(restarts && { restarts }) });
    this.reportFailure(failure);
  }

  #adoptPendingDefinition(): void {
    if (this.#pendingDefinition && !this.#run) {
      this.#definition = this.#pendingDefinition;
      this.#pendingDefinition = undefined;
      this.onDefinitionChanged(this.#definition);
      this.onStateChanged();
    }
  }

  #setState(state: ServerState): void {
    this.#state = state;
    this.onStateChanged();
  }
}

/** Waits for both, and resolves with `undefined`: the array of `Promise.all` would hold a reference to every earlier end. */
async function waitForBoth(first: Promise<void>, second: Promise<void>): Promise<void> {
  await Promise.all([first, second]);
}
