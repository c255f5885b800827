import { agentName } from '#core/agents/home/agentNames.ts';
import { ConsentRequired } from '#core/authorization/unencryptedConsent.ts';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import { SecretMask } from '#core/common/secretMask.ts';
import { rejectOnAbort } from '#core/common/timing.ts';
import type { LaunchSpec, ServerDefinition } from '#core/model/definition.ts';
import { AnswerMask } from '#core/transport/answerMask.ts';
import { ConnectionLog } from '#core/transport/connectionLog.ts';
import type { LendingServices } from './lendingServices.ts';
import { type LentAuthorization, LentAuthorizations } from './lentAuthorizations.ts';
import type { LentConnection, LentListener } from './lentConnection.ts';
import { LentHttp } from './lentHttp.ts';
import { LentProcess } from './lentProcess.ts';
import { lentTexts } from './lentTexts.ts';
import type { LentToolHeaders } from './lentToolHeaders.ts';
import { UserRequired } from './userRequired.ts';

interface LaunchRequest {
  readonly definition: ServerDefinition;
  /** The id of the client whose connection it is. */
  readonly client: string;
  /** False if the user must not be asked for an agreement, an input or a sign-in. */
  readonly mayAsk: boolean;
  /** Those of the agent's session. */
  readonly toolHeaders: Pick<LentToolHeaders, 'of'>;
  readonly listener: LentListener;
  /** Fires when the connection is not needed any more. */
  readonly signal: AbortSignal;
  /** Called before anything is started. Fails if the server is not lent any more as it was. */
  checkLent(): Promise<void>;
}

interface Resolving {
  readonly spec: Promise<LaunchSpec>;
  readonly end: AbortController;
  /** The connections that wait for it. */
  waiting: number;
}

interface OpenedConnection {
  readonly connection: LentConnection;
  /** Masks the secrets of its entry, and its tokens. */
  readonly secrets: SecretMask;
}

/** Opens connections to the servers that are lent, with the values, the sign-ins and the agreements of this host. */
export class LentLaunches {
  readonly #services: LendingServices;
  readonly #authorizations: LentAuthorizations;
  /** The entries that are being resolved, so that two agents do not make the user enter the same input twice. */
  readonly #resolving = new Map<string, Resolving>();

  constructor(services: LendingServices) {
    this.#services = services;
    this.#authorizations = new LentAuthorizations(services.authorization);
  }

  /** @throws UserRequired, NotLent, another HostError, or the signal's reason */
  async open(request: LaunchRequest): Promise<OpenedConnection> {
    const { definition, client, mayAsk, listener, toolHeaders, signal, checkLent } = request;
    const { name } = definition;
    const spec = await this.#resolve(definition, mayAsk, signal);
    await checkLent();
    const { watchdog, logFor } = this.#services;
    if (spec.type === 'stdio') {
      const secrets = new SecretMask(spec.secrets);
      const log = new ConnectionLog(logFor(definition), secrets, new AnswerMask(), agentName(client));
      const connection = new LentProcess({ name, spec, watchdog, log, secrets, listener });
      return { connection: await started(connection, signal), secrets };
    }
    const access = this.#authorizations.use(definition, spec, () =>
      listener.onEnd({ name: 'ServerStopped', summary: lentTexts.signedOut(name) }),
    );
    try {
      await this.#checkEncryption(access, request);
      await checkLent();
      const log = new ConnectionLog(logFor(definition), access.secrets, new AnswerMask(), agentName(client));
      const connection = new LentHttp({ name, spec, access, log, listener, toolHeaders });
      return { connection: await started(connection, signal), secrets: access.secrets };
    } catch (error) {
      access.release();
      throw error;
    }
  }

  async #checkEncryption(access: LentAuthorization, { definition, mayAsk, signal }: LaunchRequest): Promise<void> {
    try {
      await rejectOnAbort(access.checkEncryption(signal, mayAsk), signal);
    } catch (error) {
      throw error instanceof ConsentRequired ? new UserRequired(definition.name) : error;
    }
  }

  async #resolve(definition: ServerDefinition, mayAsk: boolean, signal: AbortSignal): Promise<LaunchSpec> {
    const key = fingerprintOf([definition, mayAsk]);
    const resolving = this.#resolving.get(key) ?? this.#beginToResolve(key, definition, mayAsk);
    resolving.waiting += 1;
    try {
      return await rejectOnAbort(resolving.spec, signal);
    } finally {
      resolving.waiting -= 1;
      if (resolving.waiting === 0) {
        this.#forget(key, resolving);
        resolving.end.abort(new Error('No connection waits for this any more.'));
      }
    }
  }

  #beginToResolve(key: string, definition: ServerDefinition, mayAsk: boolean): Resolving {
    const end = new AbortController();
    const resolving: Resolving = { spec: this.#services.resolve(definition, mayAsk, end.signal), end, waiting: 0 };
    resolving.spec.catch(() => undefined).finally(() => this.#forget(key, resolving));
    this.#resolving.set(key, resolving);
    return resolving;
  }

  /** The next connection resolves the entry again. */
  #forget(key: string, resolving: Resolving): void {
    if (this.#resolving.get(key) === resolving) {
      this.#resolving.delete(key);
    }
  }
}

async function started<T extends LentConnection>(connection: T, signal: AbortSignal): Promise<T> {
  await connection.start();
  if (signal.aborted) {
    await connection.close();
    throw signal.reason;
  }
  return connection;
}
