import type { MessageHead } from '#core/agents/lending/messages/messageHead.ts';
import { ServerRequests } from '#core/agents/lending/messages/serverRequests.ts';
import type { Failure } from '#core/common/errors.ts';
import { HostError } from '#core/common/errors.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { LentConnection, LentListener, LentMessage } from './lentConnection.ts';
import { type LentRequest, type OwnReply, OwnRequests, readLentMessage } from './lentRequests.ts';
import { lentTexts } from './lentTexts.ts';

/** Receives what comes over a connection, as long as it is open. */
export interface ConnectionListener {
  /** Called with a message for the agent that is no response. */
  onMessage(text: string): void;
  /** Called with the response to a request that was sent over the connection. */
  onResponse(connection: AgentConnection, request: LentRequest, text: string, head: MessageHead): void;
  /** Called if a request gets no response, while the connection stays open. The request still belongs to it: see `take`. */
  onFailed(connection: AgentConnection, request: LentRequest, error: unknown): void;
  /** Called with each request that has no response when the connection ends, and with those that are sent afterwards. */
  onUnanswered(request: LentRequest, reason: unknown): void;
  /** Called once. */
  onEnd(connection: AgentConnection): void;
}

/**
 * A connection to a server for one agent, bound to one entry of the server, with the requests that were sent over it. It ends once, for one
 * reason, which each of its requests without a response gets.
 */
export class AgentConnection {
  readonly definition: ServerDefinition;
  /** Receives what comes over the connection to the server. */
  readonly received: LentListener = {
    onMessage: (text, head) => this.#receive(text, head),
    onFailed: (id, error) => this.#requestFailed(id, error),
    onEnd: (failure: Failure) => this.end(new HostError(failure)),
  };
  readonly #listener: ConnectionListener;
  readonly #sent = new Map<string, LentRequest>();
  readonly #own = new OwnRequests();
  readonly #ofServer: ServerRequests;
  /** `undefined` until it has been started. */
  #connection: LentConnection | undefined;
  #isRetired = false;
  #ended: { readonly reason: unknown } | undefined;

  /** @param createPrefix see `ServerRequests` */
  constructor(definition: ServerDefinition, listener: ConnectionListener, createPrefix: () => string) {
    this.definition = definition;
    this.#listener = listener;
    this.#ofServer = new ServerRequests(createPrefix);
  }

  get hasSession(): boolean {
    return this.#connection?.hasSession === true;
  }

  /** See `LentConnection.hasHeaders`. */
  get hasHeaders(): boolean {
    return this.#connection?.hasHeaders === true;
  }

  /** See `LentConnection.authorizationId`. */
  get authorizationId(): string | undefined {
    return this.#connection?.authorizationId;
  }

  /** Sets what was started. @throws the reason if it has ended meanwhile */
  attach(connection: LentConnection): void {
    this.#connection = connection;
    if (this.#ended) {
      void connection.close();
    }
    this.throwIfEnded();
  }

  throwIfEnded(): void {
    if (this.#ended) {
      throw this.#ended.reason;
    }
  }

  /** Sends a notification. */
  send(message: LentMessage): void {
    if (!this.#ended) {
      this.#connection?.send(message);
    }
  }

  /** Sends a response, or the progress of one. False if the server does not wait over this connection for what it belongs to. */
  respond(message: LentMessage): boolean {
    const isOpen = this.#connection && !this.#ended && !this.#isRetired;
    const text = isOpen ? this.#ofServer.forServer(message.text, message.head) : undefined;
    const forServer = text === message.text ? message : text && readLentMessage(text);
    if (forServer) {
      this.#connection?.send(forServer);
    }
    return Boolean(forServer);
  }

  sendRequest(request: LentRequest): void {
    if (this.#ended) {
      this.#listener.onUnanswered(request, this.#ended.reason);
      return;
    }
    this.#sent.set(request.id, request);
    request.sentWith = this.authorizationId;
    this.#connection?.send(request);
  }

  /** Sends a request of this host. `create` gets the JSON of the id. Rejects if there is no response. */
  ask(create: (id: string) => LentMessage | undefined): Promise<OwnReply> {
    return this.#own.send((id) => {
      const message = create(id);
      if (message && !this.#ended) {
        this.#connection?.send(message);
      } else {
        this.#own.fail(id, this.#ended?.reason);
      }
    });
  }

  pause(): void {
    this.#connection?.pause();
  }

  resume(): void {
    this.#connection?.resume();
  }

  /** Removes a request, which then is not ended with the connection. False if it was not sent, has its response, or was removed. */
  take(request: LentRequest): boolean {
    // The agent may have used the id again.
    if (this.#sent.get(request.id) !== request) {
      return false;
    }
    this.#sent.delete(request.id);
    this.#endIfUnused();
    return true;
  }

  /** Ends the connection when the requests that were sent over it have ended. Nothing else is passed on, in both directions. */
  retire(): void {
    this.#isRetired = true;
    this.#withdrawRequests();
    this.#endIfUnused();
  }

  /** Ends the connection, and gives the reason to every request that has no response. */
  end(reason: unknown): void {
    if (this.#ended) {
      return;
    }
    this.#ended = { reason };
    void this.#connection?.close();
    this.#listener.onEnd(this);
    this.#withdrawRequests();
    this.#own.failAll(reason);
    const unanswered = [...this.#sent.values()];
    this.#sent.clear();
    for (const request of unanswered) {
      this.#listener.onUnanswered(request, reason);
    }
  }

  #withdrawRequests(): void {
    for (const cancellation of this.#ofServer.withdraw()) {
      this.#listener.onMessage(cancellation);
    }
  }

  #endIfUnused(): void {
    if (this.#isRetired && this.#sent.size === 0) {
      this.end(new HostError({ name: 'ServerStopped', summary: lentTexts.lostSession(this.definition.name) }));
    }
  }

  #receive(text: string, head: MessageHead): void {
    if (this.#ended || !this.#connection) {
      return;
    }
    if (head.isTooDeep) {
      this.end(new HostError({ name: 'CallFailed', summary: lentTexts.tooDeep(this.definition.name) }));
      return;
    }
    if (!head.isResponse) {
      if (!this.#isRetired) {
        this.#listener.onMessage(this.#ofServer.forAgent(text, head));
      }
      return;
    }
    const request = this.#own.receive(text, head) ? undefined : this.#sent.get(head.id ?? '');
    if (request) {
      this.#listener.onResponse(this, request, text, head);
      this.take(request);
    }
  }

  #requestFailed(id: string, error: unknown): void {
    const request = this.#own.fail(id, error) ? undefined : this.#sent.get(id);
    if (request && !this.#ended) {
      this.#listener.onFailed(this, request, error);
    }
  }
}
