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
import { ConnectionLog } from '#core/transport/connectionLog.ts';
import type { Watchdog } from '#core/transport/stdio/watchdog.ts';
import type { Connection, ConnectionListeners } from './connection.ts';
import { EraMemory } from './eraMemory.ts';

/** The services with which connections are opened. */
export interface ConnectionServices {
  readonly roots: Roots;
  /**
   * Resolves the variables of an entry and returns what to start. May take long and ask the user; throws HostError. `signal`
   * fires when the result is not needed any more.
   */
  resolve(definition: ServerDefinition, signal?: AbortSignal): Promise<LaunchSpec>;
  readonly log: ServerLog;
  readonly memory: StateStore;
  readonly clock: Clock;
  readonly watchdog: Watchdog;
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** The limits that differ from `defaultTimeLimits`. */
  readonly limits?: Partial<TimeLimits>;
  /** Absent: the user cannot sign in, and a server that requires it cannot be reached. */
  readonly authorization?: AuthorizationServices;
}

interface OpenRequest {
  readonly definition: ServerDefinition;
  readonly elicitations: ElicitationHandler;
  readonly listeners: ConnectionListeners;
  /** Called when the user has signed in again or granted more: the lists belong to the earlier authorization. */
  readonly onAuthorizationChanged: () => void;
  /** Fires when the connection is not needed any more, also while it is being opened. */
  readonly signal: AbortSignal;
}

/**
 * Opens the connections of one server. Holds the objects that outlive a connection: the authorization (`access`), the
 * answers, the log.
 */
export class ConnectionFactory {
  readonly access: ServerAuthorization;
  readonly #services: ConnectionServices;
  readonly #answers = new AnswerMask();
  #secrets = new SecretMask([]);
  #log: ConnectionLog;
  #url: string | undefined;

  /** @param onAccessChange Called when `access` has changed. */
  constructor(services: ConnectionServices, onAccessChange: () => void) {
    this.#services = services;
    this.access = new ServerAuthorization(services.authorization, onAccessChange);
    this.#log = new ConnectionLog(services.log, this.#secrets, this.#answers);
  }

  /** The server's log, in which the secrets of the last opened entry are masked. */
  get log(): ConnectionLog {
    return this.#log;
  }

  get secrets(): SecretMask {
    return this.#secrets;
  }

  /** Masks the values, which may be any JSON, in the following lines of the log, in the same way as answers. */
  withhold(values: readonly unknown[]): void {
    this.#answers.rememberAll(values);
  }

  /** The URL of the last connection; `undefined` before the first connection and for a process. */
  get url(): string | undefined {
    return this.#url;
  }

  /** Resolves the entry and connects. Throws as `openConnection` and `ConnectionServices.resolve` do. */
  async open({
    definition,
    elicitations,
    listeners,
    onAuthorizationChanged,
    signal,
  }: OpenRequest): Promise<Connection> {
    const { log, memory, clock, watchdog, clientInfo, limits } = this.#services;
    const spec = await rejectOnAbort(this.#services.resolve(definition, signal), signal);
    const secrets = new SecretMask(spec.secrets);
    this.#secrets = secrets;
    this.#url = spec.type === 'stdio' ? undefined : spec.url;
    const connectionLog = new ConnectionLog(log, secrets, this.#answers);
    this.#log = connectionLog;
    await rejectOnAbort(this.access.checkEncryption({ definition, spec, signal }), signal);
    const authorization = this.access.startRun({
      definition,
      spec,
      signal,
      maskSecret: (secret) => secrets.add(secret),
      warn: (line) => connectionLog.warn(line),
      onGrantChange: onAuthorizationChanged,
    });
    const { openConnection } = await rejectOnAbort(import('./openConnection.ts'), signal);
    const connection = openConnection({
      name: definition.name,
      spec,
      watchdog,
      clientInfo,
      limits: { ...defaultTimeLimits, ...limits },
      era: new EraMemory(memory, clock, definition),
      log: connectionLog,
      secrets,
      elicitations,
      modes: definition.entry.elicitation,
      roots: rootsFor(definition, this.#services.roots),
      authorization,
      listeners,
      signal,
    });
    setImmediate(loadSecretVocabulary);
    return connection;
  }
}

/**
 * Loads the vocabulary that finds sensitive fields while a server starts, so that the first elicitation does not wait for it.
 * Does nothing if the vocabulary is loaded.
 */
function loadSecretVocabulary(): void {
  parsedTextsOf('password');
}
