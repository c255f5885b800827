import { ProtocolError } from '@modelcontextprotocol/client';
import { inOneLine } from '../../form/text.ts';
import { type Failure, failureOf, HostError } from '../errors.ts';
import { Emitter, type Event } from '../events.ts';
import { Answers } from './answers.ts';
import type { Call, CallOrigin, CallRequest } from './call.ts';
import { Calls } from './calls.ts';
import type { Connection } from './connection.ts';
import { explainCall } from './connectionFailure.ts';
import type { ServerDefinition } from './definition.ts';
import { Questions } from './elicitation.ts';
import { EraMemory } from './era.ts';
import { Launch } from './launch.ts';
import { defaultLimits } from './limits.ts';
import { openConnection } from './openConnection.ts';
import { Secrets } from './secrets.ts';
import type { ServerPorts } from './serverPorts.ts';
import { noOfferings, type Offerings, type ServerState } from './state.ts';
import { orAborted } from './timing.ts';
import { WireLog } from './wireLog.ts';

/** The result of `tools/call`, `prompts/get` or `resources/read`, as received. */
export type CallResult = unknown;

/**
 * A server as the settings define it, running or not. Starts and stops follow one another; whatever comes back after
 * an `await` first asks whether its launch is still the one in force.
 */
export class Server {
  readonly #ports: ServerPorts;
  readonly #changed = new Emitter<void>();
  readonly #failed = new Emitter<Failure>();
  readonly #calls = new Calls(() => this.#changed.fire());
  #definition: ServerDefinition;
  #pending: ServerDefinition | undefined;
  #state: ServerState = { kind: 'stopped' };
  #launch: Launch | undefined;
  #stopping: Promise<unknown> = Promise.resolve();
  #removed = false;
  /** Of the last launch. */
  #secrets = new Secrets([]);
  readonly #answers = new Answers();
  #log: WireLog;

  /** State, offerings, calls or their progress, or the definition. */
  readonly onDidChange: Event<void> = this.#changed.event;
  /** A start failed, or the running server ended by itself. */
  readonly onDidFail: Event<Failure> = this.#failed.event;

  constructor(definition: ServerDefinition, ports: ServerPorts) {
    this.#definition = definition;
    this.#ports = ports;
    this.#log = new WireLog(ports.log, this.#secrets, this.#answers);
  }

  get definition(): ServerDefinition {
    return this.#definition;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** Empty unless the server runs. */
  get offerings(): Offerings {
    return this.#launch?.offerings ?? noOfferings;
  }

  get calls(): readonly Call[] {
    return this.#calls.all;
  }

  /** The definition has changed, and waits until it may be applied: see `update`. */
  get pendingChange(): boolean {
    return this.#pending !== undefined;
  }

  /** Starts the server; resolves at once when it runs, and joins a start under way. Throws HostError. */
  async start(): Promise<void> {
    if (this.#removed) {
      throw new HostError({
        name: 'ServerNotFound',
        summary: `"${this.#definition.name}" is not in the settings any more.`,
      });
    }
    this.#adoptPending();
    if (!this.#definition.entry.enabled) {
      throw new HostError({
        name: 'ServerDisabled',
        summary: `"${this.#definition.name}" is switched off.`,
        remedy: 'Remove "enabled": false from its entry.',
      });
    }
    await (this.#launch ?? this.#begin()).ready;
  }

  /**
   * Stops the server: its questions are withdrawn and answered `cancel`, its calls end with `ServerStopped`, and the
   * process with everything it started is gone when this resolves. Takes a few seconds at most; never rejects.
   */
  async stop(reason = 'The server was stopped.'): Promise<void> {
    const launch = this.#launch;
    if (launch) {
      const error = new HostError({ name: 'ServerStopped', summary: reason });
      this.#launch = undefined;
      this.#calls.endAll(error);
      this.#stopping = Promise.all([this.#stopping, launch.end(error)]);
    }
    this.#adoptPending();
    this.#set({ kind: 'stopped' });
    await this.#stopping;
  }

  /** Stops the server for good: whoever still holds it is told `ServerNotFound`. */
  async remove(): Promise<void> {
    this.#removed = true;
    await this.stop('The server was removed from the settings.');
  }

  /** Throws HostError when the server does not start again. */
  async restart(): Promise<void> {
    void this.stop('The server was restarted.');
    await this.start();
  }

  /**
   * Takes over a changed definition. A running server is restarted with it; one that has a call in flight or an open
   * question keeps running as it is, and false says that the change waits for `applyPendingChange`, or for the next
   * start. A server that was switched off is stopped whatever it is doing.
   */
  update(definition: ServerDefinition): boolean {
    const busy = definition.entry.enabled && this.#isBusy();
    this.#pending = definition;
    if (busy) {
      this.#changed.fire();
    } else {
      // A start that fails is told by state and event.
      this.applyPendingChange().catch(() => undefined);
    }
    return !busy;
  }

  /** The definition in force is the wanted one again: no change waits any more. */
  keep(): void {
    if (this.#pending) {
      this.#pending = undefined;
      this.#changed.fire();
    }
  }

  /** Puts the definition that waits in force, with a restart if the server runs. Throws HostError if that fails. */
  async applyPendingChange(): Promise<void> {
    if (this.#pending) {
      const startAgain = this.#launch !== undefined && this.#pending.entry.enabled;
      const reason = startAgain ? 'The server was restarted with its changed entry.' : 'The server was switched off.';
      const stopping = this.stop(reason);
      await (startAgain ? this.start() : stopping);
    }
  }

  /**
   * Sends a request that may stop to ask, starting the server if needed. No time limit: a person may be thinking.
   * @throws HostError `CallCancelled` when cancelled or aborted; `ToolNotFound`, `PromptNotFound`; `CallFailed` with the
   * server's words; the server's own failure when it cannot start or ends meanwhile; `ServerStopped`, `ServerDisabled`,
   * `ServerNotFound`.
   */
  async call(request: CallRequest, options: { origin: CallOrigin; signal?: AbortSignal }): Promise<CallResult> {
    const { call, signal } = this.#calls.begin(this.#definition, request, options.origin);
    const cancel = () => this.cancelCall(call.id);
    options.signal?.addEventListener('abort', cancel, { once: true });
    if (options.signal?.aborted) {
      cancel();
    }
    try {
      return await orAborted(this.#send(call, signal), signal);
    } catch (error) {
      const failure = this.#secrets.maskFailure(explainCall(error));
      if (failure.name === 'CallFailed' && !(error instanceof ProtocolError)) {
        // Not the server's word: it may still wait for an answer, but what it asked for is over.
        const withdrawal = { by: 'connection', reason: failure.summary } as const;
        this.#launch?.questions.withdraw(withdrawal, (question) => question.call?.id === call.id);
      }
      throw new HostError(failure, { cause: error });
    } finally {
      options.signal?.removeEventListener('abort', cancel);
      this.#calls.done(call.id);
    }
  }

  /** Ends a call: its questions are withdrawn and answered `cancel`, then the server is told. */
  cancelCall(callId: string): void {
    const withdrawal = { by: 'host', reason: 'The call was cancelled.' } as const;
    this.#launch?.questions.withdraw(withdrawal, ({ call }) => call?.id === callId);
    this.#calls.end(callId, new HostError({ name: 'CallCancelled', summary: withdrawal.reason }));
  }

  /** Takes a few seconds at most. */
  async dispose(): Promise<void> {
    await this.stop();
    this.#changed.dispose();
    this.#failed.dispose();
  }

  async #send(call: Call, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    await this.start();
    signal.throwIfAborted();
    return this.#launch?.send(call, signal);
  }

  #begin(): Launch {
    const launch: Launch = new Launch(
      {
        serverName: this.#definition.name,
        formDeclared: this.#definition.entry.elicitation.form,
        questions: this.#questions(() => launch.connection?.self.name),
        open: (opening, signal) => this.#open(opening, signal),
        warn: (line) => this.#log.warn(line),
        listed: () => this.#changed.fire(),
        progress: (callId, progress) => this.#calls.progress(callId, progress),
      },
      this.#stopping,
    );
    this.#launch = launch;
    this.#set({ kind: 'starting' });
    launch.ready.then(
      () => {
        if (this.#launch === launch && launch.connection) {
          this.#set({ kind: 'running', self: launch.connection.self });
        }
      },
      (error: unknown) => this.#fail(launch, failureOf(error, 'ServerFailedToStart')),
    );
    return launch;
  }

  async #open(launch: Launch, signal: AbortSignal): Promise<Connection> {
    const { log, memory, clock, launcher, clientInfo, limits } = this.#ports;
    const definition = this.#definition;
    const spec = await orAborted(this.#ports.resolve(definition, signal), signal);
    this.#secrets = new Secrets(spec.secrets);
    this.#log = new WireLog(log, this.#secrets, this.#answers);
    return openConnection({
      name: definition.name,
      spec,
      launcher,
      clientInfo,
      limits: { ...defaultLimits, ...limits },
      era: new EraMemory(memory, clock, definition),
      log: this.#log,
      secrets: this.#secrets,
      questions: definition.entry.elicitation.form ? launch.questions : undefined,
      listeners: {
        ended: (failure) => {
          launch.questions.withdraw({ by: 'connection', reason: failure.summary });
          this.#fail(launch, failure);
        },
        listChanged: (kind) => void launch.list(kind),
      },
      signal,
    });
  }

  #fail(launch: Launch, failure: Failure): void {
    if (this.#launch !== launch) {
      return;
    }
    this.#launch = undefined;
    const error = failure instanceof HostError ? failure : new HostError(failure);
    launch.abandon(error);
    this.#calls.endAll(error);
    this.#log.error([failure.summary, failure.detail].filter(Boolean).join('\n'));
    this.#set({ kind: 'failed', failure });
    this.#failed.fire(failure);
  }

  #questions(selfName: () => string | undefined): Questions {
    return new Questions({
      inbox: this.#ports.inbox,
      judge: this.#ports.judge,
      attribution: () => {
        const self = selfName();
        const { id, name } = this.#definition;
        return { id, name, selfName: self === undefined ? undefined : inOneLine(self, 100) };
      },
      calls: () => this.#calls.all,
      warn: (line) => this.#log.warn(line),
    });
  }

  #isBusy(): boolean {
    const { id } = this.#definition;
    return this.#calls.all.length > 0 || this.#ports.inbox.pending.some(({ server }) => server.id === id);
  }

  #adoptPending(): void {
    if (this.#pending && !this.#launch) {
      this.#definition = this.#pending;
      this.#pending = undefined;
      this.#changed.fire();
    }
  }

  #set(state: ServerState): void {
    this.#state = state;
    this.#changed.fire();
  }
}
