import { t } from '@vscode/l10n';
import { type Failure, failureOf, HostError } from '#core/common/errors.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { ServerState } from '#core/model/serverState.ts';
import type { Crashes } from './crashes.ts';
import type { ServerRun } from './serverRun.ts';

interface LifecyclePorts {
  /** A launch that begins once `after` has resolved, and tells `renewed` and `lost`. */
  launch(definition: ServerDefinition, after: Promise<unknown>): ServerRun;
  /** The launch is over, and so is whatever needs it. */
  over(reason: HostError): void;
  /** True while a changed definition has to wait. */
  isBusy(): boolean;
  /** Of its process. */
  readonly crashes: Crashes;
  /** Another definition is in force. */
  redefined(definition: ServerDefinition): void;
  /** The state has changed, or whether a definition waits. */
  changed(): void;
  /** A start failed, or the running server ended by itself. */
  failed(failure: Failure): void;
}

/**
 * The starts and stops of one server, which follow one another, and the definition that is in force. Whatever comes back
 * after an `await` first asks whether its launch is still the one in force. What its verbs mean is said at `Server`.
 */
export class Lifecycle {
  readonly #ports: LifecyclePorts;
  #definition: ServerDefinition;
  #pending: ServerDefinition | undefined;
  #state: ServerState = { kind: 'stopped' };
  #launch: ServerRun | undefined;
  #stopping: Promise<void> = Promise.resolve();
  #removed = false;

  constructor(definition: ServerDefinition, ports: LifecyclePorts) {
    this.#definition = definition;
    this.#ports = ports;
  }

  get definition(): ServerDefinition {
    return this.#definition;
  }

  get pendingChange(): boolean {
    return this.#pending !== undefined;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** The one in force, from the start asked for until its end. */
  get launch(): ServerRun | undefined {
    return this.#launch;
  }

  /** `byUser`: the user wants it, however often it has crashed. */
  async start(byUser = false): Promise<void> {
    const { crashes } = this.#ports;
    if (byUser) {
      crashes.forgive();
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
    if (!this.#launch && crashes.tooMany && this.#state.kind === 'failed') {
      throw new HostError(this.#state.failure);
    }
    await (this.#launch ?? this.#begin()).ready;
  }

  async stop(reason: string): Promise<void> {
    const launch = this.#launch;
    this.#ports.crashes.ended();
    if (launch) {
      const error = new HostError({ name: 'ServerStopped', summary: reason });
      this.#launch = undefined;
      this.#ports.over(error);
      this.#stopping = both(this.#stopping, launch.end(error));
    }
    this.#adoptPending();
    this.#set({ kind: 'stopped' });
    await this.#stopping;
  }

  async remove(): Promise<void> {
    this.#removed = true;
    await this.stop(t('The server was removed from the settings.'));
  }

  async restart(byUser = false): Promise<void> {
    void this.stop(t('The server was restarted.'));
    await this.start(byUser);
  }

  update(definition: ServerDefinition): boolean {
    const busy = definition.entry.enabled && this.#ports.isBusy();
    this.#pending = definition;
    if (busy) {
      this.#ports.changed();
    } else {
      // A start that fails is told by state and event.
      this.applyPendingChange().catch(() => undefined);
    }
    return !busy;
  }

  keep(): void {
    if (this.#pending) {
      this.#pending = undefined;
      this.#ports.changed();
    }
  }

  async applyPendingChange(): Promise<void> {
    if (this.#pending) {
      const startAgain = this.#launch !== undefined && this.#pending.entry.enabled;
      const reason = startAgain
        ? t('The server was restarted with its changed entry.')
        : t('The server was switched off.');
      const stopping = this.stop(reason);
      await (startAgain ? this.start() : stopping);
    }
  }

  /** The launch has another connection. */
  renewed(launch: ServerRun): void {
    this.#showRunning(launch);
  }

  /** The server that ran is gone by itself. */
  lost(launch: ServerRun, failure: Failure): void {
    launch.elicitations.withdraw({ by: 'connection', reason: failure.summary });
    if (this.#launch !== launch || failure.name !== 'ServerCrashed') {
      this.#fail(launch, failure);
      return;
    }
    const { crashes } = this.#ports;
    // A start that fails is told by state and event.
    const restarts = crashes.crashed(() => void this.start().catch(() => undefined));
    this.#fail(launch, crashes.explained(failure, restarts), restarts);
  }

  #begin(): ServerRun {
    this.#ports.crashes.ended();
    const launch = this.#ports.launch(this.#definition, this.#stopping);
    this.#launch = launch;
    this.#set({ kind: 'starting' });
    launch.ready.then(
      () => this.#showRunning(launch),
      (error: unknown) => this.#fail(launch, failureOf(error, 'ServerFailedToStart')),
    );
    return launch;
  }

  #showRunning(launch: ServerRun): void {
    if (this.#launch === launch && launch.connection) {
      this.#ports.crashes.started();
      this.#set({ kind: 'running', self: launch.connection.serverInfo });
    }
  }

  #fail(launch: ServerRun, failure: Failure, restarts = false): void {
    if (this.#launch !== launch) {
      return;
    }
    this.#launch = undefined;
    const error = failure instanceof HostError ? failure : new HostError(failure);
    launch.abandon(error);
    this.#ports.over(error);
    this.#set({ kind: 'failed', failure, ...(restarts && { restarts }) });
    this.#ports.failed(failure);
  }

  #adoptPending(): void {
    if (this.#pending && !this.#launch) {
      this.#definition = this.#pending;
      this.#pending = undefined;
      this.#ports.redefined(this.#definition);
      this.#ports.changed();
    }
  }

  #set(state: ServerState): void {
    this.#state = state;
    this.#ports.changed();
  }
}

/** Resolves to nothing: to what `Promise.all` resolves to, every end would hold the one before it. */
async function both(one: Promise<void>, other: Promise<void>): Promise<void> {
  await Promise.all([one, other]);
}
