import { Access } from '#core/authorization/access.ts';
import type { AuthorizationPorts } from '#core/authorization/ports.ts';
import type { Clock, Memory, ServerLog } from '#core/common/ports.ts';
import { SecretMask } from '#core/common/secretMask.ts';
import { orAborted } from '#core/common/timing.ts';
import type { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import type { LaunchSpec, ServerDefinition } from '#core/model/definition.ts';
import { defaultLimits, type Limits } from '#core/model/limits.ts';
import { type Roots, rootsFor } from '#core/model/roots.ts';
import { AnswerMask } from '#core/transport/answerMask.ts';
import type { Launcher } from '#core/transport/stdio/stdioTransport.ts';
import { WireLog } from '#core/transport/wireLog.ts';
import type { Connection, ConnectionListeners } from './connection.ts';
import { EraMemory } from './era.ts';
import { prepareForQuestions } from './prepare.ts';

/** What connections are opened with. */
export interface ConnectionFactoryPorts {
  readonly roots: Roots;
  /**
   * The entry ready to be started. May take long and ask the user; throws HostError. When `signal` fires, nobody waits
   * for it any more.
   */
  resolve(definition: ServerDefinition, signal?: AbortSignal): Promise<LaunchSpec>;
  readonly log: ServerLog;
  readonly memory: Memory;
  readonly clock: Clock;
  readonly launcher: Launcher;
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** Where they differ from `defaultLimits`. */
  readonly limits?: Partial<Limits>;
  /** Absent: nobody can sign in, and a server that requires it cannot be reached. */
  readonly authorization?: AuthorizationPorts;
}

interface Opening {
  readonly definition: ServerDefinition;
  readonly questions: ElicitationHandler;
  readonly listeners: ConnectionListeners;
  /** The user signed in anew, or more was permitted: what was listed before is of another authorization. */
  readonly authorizedAnew: () => void;
  /** Gives it up. */
  readonly signal: AbortSignal;
}

/** Opens the connections of one server, and keeps what is known since the last opening. */
export class ConnectionFactory {
  readonly access: Access;
  readonly #ports: ConnectionFactoryPorts;
  readonly #answers = new AnswerMask();
  #secrets = new SecretMask([]);
  #log: WireLog;
  #url: string | undefined;

  /** @param changed Called when `access` has changed. */
  constructor(ports: ConnectionFactoryPorts, changed: () => void) {
    this.#ports = ports;
    this.access = new Access(ports.authorization, changed);
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
  async open({ definition, questions, listeners, authorizedAnew, signal }: Opening): Promise<Connection> {
    const { log, memory, clock, launcher, clientInfo, limits } = this.#ports;
    const spec = await orAborted(this.#ports.resolve(definition, signal), signal);
    const secrets = new SecretMask(spec.secrets);
    this.#secrets = secrets;
    this.#url = spec.type === 'stdio' ? undefined : spec.url;
    this.#log = new WireLog(log, secrets, this.#answers);
    await orAborted(this.access.admit({ definition, spec, signal }), signal);
    const authorization = this.access.begin({
      definition,
      spec,
      signal,
      learn: (secret) => secrets.learn(secret),
      authorizedAnew,
    });
    const { openConnection } = await orAborted(import('./openConnection.ts'), signal);
    const opening = openConnection({
      name: definition.name,
      spec,
      launcher,
      clientInfo,
      limits: { ...defaultLimits, ...limits },
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
    setImmediate(prepareForQuestions);
    return opening;
  }
}
