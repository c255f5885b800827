import { randomUUID } from 'node:crypto';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import { SecretMask } from '#core/common/secretMask.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { AgentConnection, type ConnectionListener } from './agentConnection.ts';
import { NotLent } from './grantedEntry.ts';
import type { LentBeginning } from './lentBeginning.ts';
import type { LentMessage } from './lentConnection.ts';
import type { LentLaunches } from './lentLaunches.ts';
import type { LentRequest } from './lentRequests.ts';
import { lentTexts } from './lentTexts.ts';
import type { LentToolHeaders } from './lentToolHeaders.ts';
import { isForUser, UserRequired } from './userRequired.ts';

const unwanted = 'No request waits for the connection any more.';

interface SessionConnectionContext extends Omit<ConnectionListener, 'onEnd'> {
  /** The id of the client. */
  readonly client: string;
  readonly launches: Pick<LentLaunches, 'open'>;
  readonly beginning: Pick<LentBeginning, 'repeat' | 'hasRepeated' | 'isContinued'>;
  readonly toolHeaders: Pick<LentToolHeaders, 'of'>;
  /** True if the agent does not read what it was sent. */
  isBehind(): boolean;
  /** True if the agent waits for the response to a request. */
  isWaiting(request: LentRequest): boolean;
  /** The entry that is lent now, read again. @throws NotLent */
  lentEntry(): Promise<ServerDefinition>;
}

interface Opening {
  /** True if the user is asked. */
  readonly asksUser: boolean;
  readonly opened: AgentConnection;
  readonly connection: Promise<AgentConnection>;
  readonly abort: AbortController;
}

/**
 * The connection of one agent's session, which is opened when it is needed, first without asking the user, and is bound to the entry with
 * which it was opened.
 */
export class SessionConnection {
  readonly #context: SessionConnectionContext;
  readonly #listener: ConnectionListener;
  #current: AgentConnection | undefined;
  #opening: Opening | undefined;
  /** The requests for which a connection is, or may have to be, opened. */
  readonly #wanting = new Set<LentRequest>();
  /** Those that were replaced, until their last requests have ended. */
  readonly #retired = new Set<AgentConnection>();
  #secrets = new SecretMask([]);
  /** True if the agent knows ids as a server has written them: then those of other connections must differ. */
  #hasWrittenIds = false;

  constructor(context: SessionConnectionContext) {
    this.#context = context;
    this.#listener = {
      onMessage: (text) => context.onMessage(text),
      onResponse: (connection, request, text, head) => context.onResponse(connection, request, text, head),
      onFailed: (connection, request, error) => context.onFailed(connection, request, error),
      onUnanswered: (request, reason) => context.onUnanswered(request, reason),
      onEnd: (connection) => this.#ended(connection),
    };
  }

  /** True if a connection is open or is being opened. */
  get isUsed(): boolean {
    return this.#current !== undefined || this.#opening !== undefined || this.#retired.size > 0;
  }

  /** Masks the secrets of the entry with which a connection was last opened, and its tokens. */
  get secrets(): SecretMask {
    return this.#secrets;
  }

  /** Runs what calls `open` for a request. What is being opened ends when no request wants it any more. */
  async wanting(request: LentRequest, run: () => Promise<void>): Promise<void> {
    this.#wanting.add(request);
    await run();
    this.#wanting.delete(request);
    this.#endUnwanted();
  }

  /**
   * The connection for a request, which is opened if there is none for this entry.
   * @throws UserRequired if the user has to be asked first, and may not be asked because of this request; NotLent if the entry has changed
   * meanwhile; another HostError; the reason if the agent waits for the request no longer
   */
  async open(definition: ServerDefinition, request: LentRequest): Promise<AgentConnection> {
    for (let asksUser = false; ; asksUser = true) {
      // Time has passed while it was tried without the user, so the entry may have changed.
      const lent = asksUser ? await this.#context.lentEntry() : definition;
      this.endOther(lent);
      if (this.#current) {
        return this.#current;
      }
      if (!this.#context.isWaiting(request)) {
        throw new Error(unwanted);
      }
      const opening = this.#opening ?? this.#open(lent, request, asksUser);
      if (opening.asksUser && !request.mayAsk) {
        throw new UserRequired(lent.name);
      }
      try {
        return await opening.connection;
      } catch (error) {
        if (!(error instanceof UserRequired && request.mayAsk && !opening.asksUser)) {
          throw error;
        }
      }
    }
  }

  /**
   * Sends a notification over the connection that is open, or as soon as it is, also if the user is asked meanwhile; a response only over
   * the connection on which the server has asked. Opens no connection.
   */
  async pass(message: LentMessage): Promise<void> {
    const { isResponse, method } = message.head;
    if (isResponse || method === 'notifications/progress') {
      // A server may ask while its session is begun.
      [this.#opening?.opened, this.#current].some((connection) => connection?.respond(message));
      return;
    }
    const connection = await this.#whenOpen();
    if (connection && !this.#context.beginning.hasRepeated(message, connection)) {
      connection.send(message);
    }
  }

  /** Resolves as late as `open`, so that nothing overtakes the requests before it. */
  async #whenOpen(): Promise<AgentConnection | undefined> {
    return this.#current ?? (await this.#opening?.connection);
  }

  /** Ends the connections that were opened with another entry, also those that were replaced. */
  endOther(definition: ServerDefinition): void {
    const reason = new NotLent(lentTexts.replaced(definition.name));
    if (this.#opening && !isSameEntry(this.#opening.opened.definition, definition)) {
      this.#opening.abort.abort(reason);
    }
    for (const connection of this.#all) {
      if (!isSameEntry(connection.definition, definition)) {
        connection.end(reason);
      }
    }
  }

  /** Opens another connection for the next message. The requests that were sent over this one may still get their responses. */
  replace(connection: AgentConnection): void {
    if (this.#current === connection) {
      this.#current = undefined;
      this.#retired.add(connection);
      connection.retire();
    }
  }

  /** Ends what is open and what is being opened, and gives the reason to every request that waits for it. */
  end(reason: unknown): void {
    this.#opening?.abort.abort(reason);
    for (const connection of this.#all) {
      connection.end(reason);
    }
  }

  /** Removes a request that the agent has cancelled. Returns the connection over which the server must receive the cancellation. */
  forget(request: LentRequest): AgentConnection | undefined {
    for (const connection of this.#retired) {
      connection.take(request);
    }
    this.#endUnwanted();
    return this.#current?.take(request) === true ? this.#current : undefined;
  }

  /** Otherwise the user would be asked for nobody. */
  #endUnwanted(): void {
    for (const request of this.#wanting) {
      if (this.#context.isWaiting(request)) {
        return;
      }
      this.#wanting.delete(request);
    }
    const { abort, opened } = this.#opening ?? {};
    const reason = new Error(unwanted);
    abort?.abort(reason);
    opened?.end(reason);
  }

  pause(): void {
    this.#opening?.opened.pause();
    this.#current?.pause();
  }

  resume(): void {
    this.#opening?.opened.resume();
    this.#current?.resume();
  }

  get #all(): readonly AgentConnection[] {
    return [this.#opening?.opened, this.#current, ...this.#retired].filter((connection) => connection !== undefined);
  }

  #open(definition: ServerDefinition, request: LentRequest, asksUser: boolean): Opening {
    const abort = new AbortController();
    const opened = new AgentConnection(definition, this.#listener, () => this.#createPrefix());
    const connection = this.#connect(opened, request, asksUser, abort.signal);
    connection.catch(() => undefined);
    this.#opening = { asksUser, opened, connection, abort };
    return this.#opening;
  }

  async #connect(
    opened: AgentConnection,
    { method }: LentRequest,
    mayAsk: boolean,
    signal: AbortSignal,
  ): Promise<AgentConnection> {
    const { client, launches, beginning, toolHeaders, isBehind } = this.#context;
    const { definition, received: listener } = opened;
    const checkLent = async () => {
      this.endOther(await this.#context.lentEntry());
      signal.throwIfAborted();
    };
    try {
      const launched = await launches.open({ definition, client, mayAsk, toolHeaders, listener, signal, checkLent });
      this.#secrets = launched.secrets;
      opened.attach(launched.connection);
      if (isBehind()) {
        opened.pause();
      }
      if (method !== 'initialize') {
        await beginning.repeat(opened, mayAsk);
        await checkLent();
      }
      opened.throwIfEnded();
    } catch (error) {
      const reason = isForUser(error, mayAsk) ? new UserRequired(definition.name) : error;
      opened.end(reason);
      throw reason;
    }
    this.#opening = undefined;
    this.#current = opened;
    return opened;
  }

  #createPrefix(): string {
    if (!this.#hasWrittenIds && !this.#context.beginning.isContinued) {
      this.#hasWrittenIds = true;
      return '';
    }
    return `lent-${randomUUID()}-`;
  }

  #ended(connection: AgentConnection): void {
    this.#retired.delete(connection);
    if (this.#current === connection) {
      this.#current = undefined;
    }
    if (this.#opening?.opened === connection) {
      this.#opening = undefined;
    }
  }
}

function isSameEntry(one: ServerDefinition, other: ServerDefinition): boolean {
  return one === other || fingerprintOf(one) === fingerprintOf(other);
}
