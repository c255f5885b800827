import type { HelloBody } from '#agentProtocol/agentMessages.ts';
import type { UpstreamLink, UpstreamListener } from '#core/agents/endpoint/endpoint.ts';
import { agentName } from '#core/agents/home/agentNames.ts';
import {
  cancelledId,
  type MessageHead,
  readBatch,
  readHead,
  withId,
} from '#core/agents/lending/messages/messageHead.ts';
import { HostError } from '#core/common/errors.ts';
import { errorInHttpBody } from '#core/connection/sdk/errorInHttpBody.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { AgentConnection } from './agentConnection.ts';
import { FailedRequests } from './failedRequests.ts';
import { GrantedEntry } from './grantedEntry.ts';
import type { LendingServices } from './lendingServices.ts';
import { LentBeginning } from './lentBeginning.ts';
import type { LentMessage } from './lentConnection.ts';
import type { LentLaunches } from './lentLaunches.ts';
import type { LentLists } from './lentLists.ts';
import { failureReply } from './lentReplies.ts';
import { exceededLimit, type LentRequest, readLentMessage, requestIn, unreadRequestIn } from './lentRequests.ts';
import { lentTexts } from './lentTexts.ts';
import { errorCodeIn, isHeaderMismatch, LentToolHeaders } from './lentToolHeaders.ts';
import { hasLostSession } from './lostSession.ts';
import { type HeldLength, PendingRequests } from './pendingRequests.ts';
import { SessionConnection } from './sessionConnection.ts';
import { isForUser, UserRequired } from './userRequired.ts';

interface SharedBySessions {
  readonly services: LendingServices;
  readonly launches: LentLaunches;
  readonly lists: LentLists;
  readonly held: HeldLength;
  /** The number of sessions of a client that have a connection to a server. */
  connectionsOf(client: string): number;
}

/** The connections of one client, each of which may be a process. */
const maxConnections = 64;

/**
 * One agent's session with a server of this host, over a connection that nobody else uses. The connection is opened by the first request,
 * and again by the next request after it has ended. Only a call may make this host ask the user before.
 */
export class LentSession implements UpstreamListener {
  readonly hello: HelloBody;
  readonly #link: UpstreamLink;
  readonly #shared: SharedBySessions;
  readonly #entry: GrantedEntry;
  readonly #requests: PendingRequests;
  readonly #beginning: LentBeginning;
  readonly #connection: SessionConnection;
  readonly #toolHeaders = new LentToolHeaders();
  readonly #failed: FailedRequests;
  /** True while the agent does not read what it was sent. */
  #isBehind = false;
  #hasEnded = false;

  constructor(hello: HelloBody, link: UpstreamLink, shared: SharedBySessions) {
    this.hello = hello;
    this.#link = link;
    this.#shared = shared;
    this.#entry = new GrantedEntry(hello, shared.services);
    this.#requests = new PendingRequests(shared.held);
    this.#beginning = new LentBeginning(hello.server);
    this.#connection = new SessionConnection({
      client: hello.client,
      launches: shared.launches,
      beginning: this.#beginning,
      toolHeaders: this.#toolHeaders,
      isBehind: () => this.#isBehind,
      isWaiting: (request) => this.#requests.has(request),
      lentEntry: () => this.#lentEntry(true),
      onMessage: (text) => this.#send(text),
      onResponse: (connection, request, text, head) => this.#receive(connection, request, text, head),
      onFailed: (connection, request, error) => void this.#requestFailed(connection, request, error),
      onUnanswered: (request, reason) => this.#failed.reply(request, reason),
    });
    this.#failed = new FailedRequests({
      services: shared.services,
      lists: shared.lists,
      entry: this.#entry,
      requests: this.#requests,
      beginning: this.#beginning,
      toolHeaders: this.#toolHeaders,
      secrets: () => this.#connection.secrets,
      send: (text) => this.#send(text),
    });
  }

  onLine(line: string): void {
    const text = line.replace(/\r$/, '');
    for (const message of readBatch(text) ?? [text]) {
      this.#receiveText(message);
    }
  }

  onDrain(): void {
    this.#isBehind = false;
    this.#connection.resume();
  }

  onClose(): void {
    this.#hasEnded = true;
    this.#requests.clear();
    this.#connection.end(new Error('The agent has ended its session.'));
  }

  /** True while a connection to the server is open or is being opened. */
  get isConnected(): boolean {
    return this.#connection.isUsed;
  }

  /** Ends the connection if the server is no longer lent as it was. */
  async check(): Promise<void> {
    await this.#lentEntry(true).then(
      (definition) => this.#connection.endOther(definition),
      () => undefined,
    );
  }

  /** The entry that is lent now. Without one, the connection ends. @throws NotLent */
  async #lentEntry(isFresh = false): Promise<ServerDefinition> {
    try {
      return await this.#entry.current(isFresh);
    } catch (error) {
      this.#connection.end(error);
      throw error;
    }
  }

  #receiveText(text: string): void {
    const head = readHead(text);
    const limit = head && exceededLimit(text, head);
    if (limit) {
      const unread = unreadRequestIn(head);
      if (unread) {
        this.#send(failureReply(unread, lentTexts[limit](this.hello.server)));
      }
      return;
    }
    const message = head && readLentMessage(text, head);
    const request = message && requestIn(message);
    if (message) {
      this.#beginning.note(message);
    }
    if (request) {
      this.#receiveRequest(request);
    } else if (message && !this.#cancelsRequest(message)) {
      void this.#pass(message);
    }
  }

  /** Sends a notification or a response, behind the requests that came before it. It opens no connection. */
  async #pass(message: LentMessage): Promise<void> {
    if (!this.#requests.hold(message.text)) {
      return;
    }
    try {
      this.#connection.endOther(await this.#lentEntry());
      await this.#connection.pass(message);
    } catch {
      // The requests before it get the reason.
    } finally {
      this.#requests.release(message.text);
    }
  }

  #receiveRequest(request: LentRequest): void {
    if (this.#requests.add(request)) {
      void this.#handle(request);
    } else {
      this.#send(failureReply(request, lentTexts.tooMany(this.hello.server)));
    }
  }

  #handle(request: LentRequest): Promise<void> {
    return this.#connection.wanting(request, () => this.#sendRequest(request));
  }

  async #sendRequest(request: LentRequest): Promise<void> {
    try {
      const definition = await this.#lentEntry();
      if (!this.#requests.has(request)) {
        return;
      }
      this.#checkConnections();
      const connection = await this.#connection.open(definition, request);
      if (this.#requests.has(request)) {
        connection.sendRequest(request);
      }
    } catch (error) {
      this.#failed.reply(request, error);
    }
  }

  #checkConnections(): void {
    const { server, client } = this.hello;
    if (!this.isConnected && this.#shared.connectionsOf(client) >= maxConnections) {
      throw new HostError({
        name: 'ServerNotAllowed',
        summary: lentTexts.tooManyConnections(server, agentName(client)),
      });
    }
  }

  #receive(connection: AgentConnection, request: LentRequest, text: string, head: MessageHead): void {
    const pass = () => {
      if (this.#requests.remove(request)) {
        this.#noteResult(connection, request, head.member('result'));
        this.#send(request.writtenId === request.id ? text : withId(text, request.writtenId));
      }
    };
    const isRefused = isHeaderMismatch(connection, request, () => errorCodeIn(head));
    void (isRefused ? this.#repeatWithHeaders(connection, request, pass) : pass());
  }

  /** `result`: JSON without secrets. */
  #noteResult(connection: AgentConnection, request: LentRequest, result: string | undefined): void {
    const { method, params, sentWith } = request;
    if (result === undefined) {
      return;
    }
    if (sentWith === connection.authorizationId) {
      this.#shared.lists.keep(connection.definition, method, params, result, sentWith);
    }
    this.#beginning.noteResult(method, result);
    if (connection.hasHeaders) {
      this.#toolHeaders.noteResult(request, result);
    }
  }

  async #requestFailed(connection: AgentConnection, request: LentRequest, error: unknown): Promise<void> {
    const isRefused = isHeaderMismatch(connection, request, () => errorInHttpBody(error)?.code);
    const isLost = !isRefused && (await hasLostSession(connection, error));
    if (isLost) {
      // The server has not run the request. The others that were sent have their own outcomes, which may be the same.
      this.#connection.replace(connection);
    }
    if (!connection.take(request)) {
      return;
    }
    if (isLost && !request.isRepeated) {
      request.isRepeated = true;
      return this.#handle(request);
    }
    if (isRefused) {
      await this.#repeatWithHeaders(connection, request, () => this.#failed.reply(request, error));
      return;
    }
    const asksUser = isForUser(error, request.mayAsk);
    const reason = asksUser ? new UserRequired(this.hello.server) : error;
    if (asksUser && request.method === 'initialize') {
      // The session has not begun. A call begins it when the user may be asked.
      connection.end(reason);
    }
    this.#failed.reply(request, reason);
  }

  /**
   * Sends a call once more with the headers of its tool, after the tools were listed. The server has refused it, and not run it; its id may
   * be used again after the response. `fail`: called if the tools cannot be listed. Source: MCP specification 2026-07-28, basic, "Requests".
   */
  async #repeatWithHeaders(connection: AgentConnection, request: LentRequest, fail: () => void): Promise<void> {
    request.isRepeated = true;
    if (!(await this.#toolHeaders.list(connection, request))) {
      fail();
    } else if (this.#requests.has(request)) {
      connection.sendRequest(request);
    }
  }

  /** True for the cancellation of a request without a response, which gets none. It goes where the request was sent. */
  #cancelsRequest(message: LentMessage): boolean {
    const { head } = message;
    const id = head.method === 'notifications/cancelled' ? cancelledId(head) : undefined;
    const request = id === undefined ? undefined : this.#requests.get(id);
    if (request) {
      this.#requests.remove(request);
      this.#connection.forget(request)?.send(message);
    }
    return request !== undefined;
  }

  #send(text: string): void {
    if (!this.#hasEnded && !this.#link.send(text)) {
      this.#isBehind = true;
      this.#connection.pause();
    }
  }
}
