import { Access } from '../authorization/access.ts';
import type { AuthorizationPorts } from '../authorization/ports.ts';
import type { Clock, Memory, ServerLog } from '../ports.ts';
import { Answers } from './answers.ts';
import type { Connection, ConnectionListeners } from './connection.ts';
import type { LaunchSpec, ServerDefinition } from './definition.ts';
import type { Questions } from './elicitation.ts';
import { EraMemory } from './era.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { prepareForQuestions } from './prepare.ts';
import { type Roots, rootsFor } from './roots.ts';
import { Secrets } from './secrets.ts';
import type { Launcher } from './stdioTransport.ts';
import { orAborted } from './timing.ts';
import { WireLog } from './wireLog.ts';

/** What connections are opened with. */
export interface OpenerPorts {
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

export interface Opening {
  readonly definition: ServerDefinition;
  readonly questions: Questions;
  readonly listeners: ConnectionListeners;
  /** The user signed in anew, or more was permitted: what was listed before is of another authorization. */
  readonly authorizedAnew: () => void;
  /** Gives it up. */
  readonly signal: AbortSignal;
}

/** Opens the connections of one server, and keeps what is known since the last opening. */
export class Opener {
  readonly access: Access;
  readonly #ports: OpenerPorts;
  readonly #answers = new Answers();
  #secrets = new Secrets([]);
  #log: WireLog;
  #url: string | undefined;

  /** @param changed Called when `access` has changed. */
  constructor(ports: OpenerPorts, changed: () => void) {
    this.#ports = ports;
    this.access = new Access(ports.authorization, changed);
    this.#log = new WireLog(ports.log, this.#secrets, this.#answers);
  }

  /** The server's log, where its secrets are masked. */
  get log(): WireLog {
    return this.#log;
  }

  get secrets(): Secrets {
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
    const secrets = new Secrets(spec.secrets);
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
