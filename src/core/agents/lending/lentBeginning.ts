import { beginAgainId } from '#agentProtocol/agentMessages.ts';
import { readHead, withId } from '#core/agents/lending/messages/messageHead.ts';
import { HostError } from '#core/common/errors.ts';
import { isRecord, tryParseJson } from '#form/json.ts';
import type { AgentConnection } from './agentConnection.ts';
import { NotLent } from './grantedEntry.ts';
import type { LentMessage } from './lentConnection.ts';
import { readLentMessage } from './lentRequests.ts';
import { lentTexts } from './lentTexts.ts';

/**
 * How the agent has begun its session, so that a new connection to the server can be begun in the same way. From 2026-07-28 on there is
 * nothing to begin.
 * Source: MCP specification 2025-11-25, basic/lifecycle, "Initialization"; basic/transports, "Session Management": a client starts a new
 * session when the server has ended the old one.
 */
export class LentBeginning {
  readonly #server: string;
  #initialize: LentMessage | undefined;
  #initialized: LentMessage | undefined;
  /** The revision that the agent was told. */
  #version: string | undefined;
  /** The `notifications/initialized` that this host itself has sent over a connection. */
  readonly #repeated = new WeakMap<AgentConnection, LentMessage>();

  constructor(server: string) {
    this.#server = server;
  }

  /** True if the session began in another window, or before this one was reloaded. */
  get isContinued(): boolean {
    return this.#initialize?.head.id === beginAgainId;
  }

  /** Notes what the agent sends. */
  note(message: LentMessage): void {
    if (message.head.method === 'initialize') {
      this.#initialize = message;
      this.#initialized = undefined;
    } else if (message.head.method === 'notifications/initialized') {
      this.#initialized = message;
    }
  }

  /** Notes the JSON of a result that the agent gets. */
  noteResult(method: string, result: string): void {
    if (method === 'initialize') {
      this.#version = versionIn(result);
    }
  }

  /**
   * Begins the session again over a connection.
   * @throws HostError if the server refuses it; NotLent if it chooses another revision than before; the error of the request
   */
  async repeat(connection: AgentConnection, mayAsk: boolean): Promise<void> {
    const initialize = this.#initialize;
    if (!initialize) {
      return;
    }
    const reply = await connection.ask((id) => {
      const message = readLentMessage(withId(initialize.text, id));
      return message && { ...message, mayAsk };
    });
    const result = reply.head.member('result');
    if (result === undefined) {
      const error = tryParseJson(reply.head.member('error'));
      const summary = isRecord(error) && typeof error['message'] === 'string' ? error['message'] : '';
      throw new HostError({ name: 'ServerFailedToStart', summary });
    }
    if (this.#version !== undefined && versionIn(result) !== this.#version) {
      throw new NotLent(lentTexts.anotherVersion(this.#server));
    }
    if (this.#initialized) {
      this.#repeated.set(connection, this.#initialized);
      connection.send(this.#initialized);
    }
  }

  /** True if `repeat` has sent this message of the agent over the connection, so that the server has it. */
  hasRepeated(message: LentMessage, connection: AgentConnection): boolean {
    return this.#repeated.get(connection) === message;
  }
}

function versionIn(result: string): string | undefined {
  // The rest may be long.
  const version = tryParseJson(readHead(result)?.member('protocolVersion'));
  return typeof version === 'string' ? version : undefined;
}
