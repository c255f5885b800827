import type { AuthorizationServices } from '#core/authorization/authorizationServices.ts';
import { ServerAuthorization } from '#core/authorization/serverAuthorization.ts';
import type { Clock } from '#core/common/clock.ts';
import { SecretMask } from '#core/common/secretMask.ts';
import type { ServerLog } from '#core/common/serverLog.ts';
import type { StateStore } from '#core/common/stateStore.ts';
import { rejectOnAbort } from '#core/common/timing.ts';
import type { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import { parsedTextsOf } from '#core/guard/sensitive/parsedText.ts';
import type { LaunchSpec, ServerDefinition } from '#core/model/definition.ts';
import { type Roots, rootsFor } from '#core/model/roots.ts';
import { defaultTimeLimits, type TimeLimits } from '#core/model/timeLimits.ts';
import { AnswerMask } from '#core/transport/answerMask.ts';
import type { LauncherCommand } from '#core/transport/stdio/stdioTransport.ts';
import { WireLog } from '#core/transport/wireLog.ts';
import type { Connection, ConnectionListeners } from './connection.ts';
import { EraMemory } from './eraMemory.ts';

/** What connections are opened with. */
export interface ConnectionContext {
  readonly roots: Roots;
  /**
   * The entry ready to be started. May take long and ask the user; throws HostError. When `signal` fires, nobody waits
   * for it any more.
   */
  resolve(definition: ServerDefinition, signal?: AbortSignal): Promise<LaunchSpec>;
  readonly log: ServerLog;
  readonly memory: StateStore;
  readonly clock: Clock;
  readonly launcher: LauncherCommand;
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** Where they differ from `defaultLimits`. */
  readonly limits?: Partial<TimeLimits>;
  /** Absent: nobody can sign in, and a server that requires it cannot be reached. */
  readonly authorization?: AuthorizationServices;
}

interface OpenRequest {
  readonly definition: ServerDefinition;
  readonly questions: ElicitationHandler;
  readonly listeners: ConnectionListeners;
  /** The user signed in anew, or more was permitted: what was listed before is of another authorization. */
  readonly authorizationChanged: () => void;
  /** Gives it up. */
  readonly signal: AbortSignal;
}

/** Opens the connections of one server, and keeps what is known since the last opening. */
export class ConnectionFactory {
  readonly access: ServerAuthorization;
  readonly #ports: ConnectionContext;
  readonly #answers = new AnswerMask();
  #secrets = new SecretMask([]);
  #log: WireLog;
  #url: string | undefined;

  /** @param changed Called when `access` has changed. */
  constructor(ports: ConnectionContext, changed: () => void) {
    this.#ports = ports;
    this.access = new ServerAuthorization(ports.authorization, changed);
    this.#log = new WireLog(ports.log, this.#secrets, this.#answers);
  }

  /** The server's log, where its secrets are masked. */
  get log(): WireLog {
    return this.#log;
  }

  get secrets(): SecretMask {
    return this.#secrets;
  }

  /** Keeps values, any JSON, out of the log from now on, as it keeps answers out. */
  withhold(values: readonly unknown[]): void {
    this.#answers.learnAll(values);
  }

  /** Where the connection led; `undefined` for a process. */
  get url(): string | undefined {
    return this.#url;
  }

  /** Resolves the entry and connects. Throws as `openConnection` and `OpenerPorts.resolve` do. */
  async open({ definition, questions, listeners, authorizationChanged, signal }: OpenRequest): Promise<Connection> {
    const { log, memory, clock, launcher, clientInfo, limits } = this.#ports;
    const spec = await rejectOnAbort(this.#ports.resolve(definition, signal), signal);
    const secrets = new SecretMask(spec.secrets);
    this.#secrets = secrets;
    this.#url = spec.type === 'stdio' ? undefined : spec.url;
    this.#log = new WireLog(log, secrets, this.#answers);
    await rejectOnAbort(this.access.checkEncryption({ definition, spec, signal }), signal);
    const authorization = this.access.startRun({
      definition,
      spec,
      signal,
      maskSecret: (secret) => secrets.learn(secret),
      authorizationChanged,
    });
    const { openConnection } = await rejectOnAbort(import('./openConnection.ts'), signal);
    const opening = openConnection({
      name: definition.name,
      spec,
      launcher,
      clientInfo,
      limits: { ...defaultTimeLimits, ...limits },
      era: new EraMemory(memory, clock, definition),
      log: this.#log,
      secrets,
      questions,
      modes: definition.entry.elicitation,
      roots: rootsFor(definition, this.#ports.roots),
      authorization,
      listeners,
      signal,
    });
    setImmediate(prepareForElicitations);
    return opening;
  }
}

/**
 * Makes what the first question would wait for, while a server is starting and nobody waits: the vocabulary of secrets.
 * Costs nothing when it is there.
 */
function prepareForElicitations(): void {
  parsedTextsOf('');
}
