import { tryParseJson } from '#form/json.ts';
import { cancelledId, type MessageHead, textAt, withId, withTextAt } from './messageHead.ts';

/** The requests of a server that are known to be open, and the UTF-16 code units of the id of one. */
const maxOpen = 1000;
const maxIdLength = 1000;

const cancelledPath = ['params', 'requestId'] as const;
const givenTokenPath = ['params', '_meta', 'progressToken'] as const;
const reportedTokenPath = ['params', 'progressToken'] as const;

/**
 * The requests of a server over one connection, under ids and progress tokens that the agent knows of no other connection. Each session
 * with a server numbers its requests from the start, and a response may cross with the end of the session: without this, it would be the
 * response to another request.
 */
export class ServerRequests {
  readonly #createPrefix: () => string;
  /** The beginning of the ids that the agent knows. Empty if they are those of the server; `undefined` until the server asks something. */
  #prefix: string | undefined;
  /** The ids, as the agent knows them, of the requests without a response; the oldest first. */
  readonly #open = new Set<string>();

  /** @param createPrefix returns a beginning that no other connection of the agent has, or the empty text for one of them */
  constructor(createPrefix: () => string) {
    this.#createPrefix = createPrefix;
  }

  /** A message of the server that is no response, as the agent gets it. */
  forAgent(text: string, head: MessageHead): string {
    const { id, method } = head;
    if (method === 'notifications/cancelled') {
      return this.#cancelled(text, cancelledId(head));
    }
    if (id === undefined || method === undefined) {
      return text;
    }
    this.#prefix ??= this.#createPrefix();
    const known = this.#forAgent(id);
    this.#note(known);
    if (this.#prefix === '') {
      return text;
    }
    const token = textAt(text, givenTokenPath);
    const named = withId(text, known);
    return token === undefined ? named : withTextAt(named, givenTokenPath, this.#forAgent(token));
  }

  /** A response of the agent, or its progress, as the server gets it; `undefined` if it does not belong to this connection. */
  forServer(text: string, head: MessageHead): string | undefined {
    const id = this.#forServer(head.isResponse ? head.id : textAt(text, reportedTokenPath));
    if (id === undefined) {
      return undefined;
    }
    this.#open.delete(head.id ?? '');
    if (this.#prefix === '') {
      return text;
    }
    return head.isResponse ? withId(text, id) : withTextAt(text, reportedTokenPath, id);
  }

  /** The cancellations of the requests that are open, for the agent: the server takes no response any more. */
  withdraw(): readonly string[] {
    const ids = [...this.#open];
    this.#open.clear();
    const reason = '"reason":"The session with the server has ended."';
    return ids.map(
      (id) => `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id},${reason}}}`,
    );
  }

  #note(known: string): void {
    if (known.length <= maxIdLength) {
      this.#open.add(known);
    }
    const [oldest] = this.#open;
    if (this.#open.size > maxOpen && oldest !== undefined) {
      this.#open.delete(oldest);
    }
  }

  /** The server may also cancel what the agent has asked: its id is not changed. */
  #cancelled(text: string, id: string | undefined): string {
    const known = id === undefined ? undefined : this.#forAgent(id);
    const isOpen = known !== undefined && this.#open.delete(known);
    return isOpen && this.#prefix !== '' ? withTextAt(text, cancelledPath, known) : text;
  }

  /** The id, or token, of the server as the agent knows it. Both are JSON. */
  #forAgent(json: string): string {
    return this.#prefix ? JSON.stringify(`${this.#prefix}${json}`) : json;
  }

  /** The id, or token, of the agent as the server knows it; `undefined` if it belongs to another connection. */
  #forServer(json: string | undefined): string | undefined {
    if (json === undefined || this.#prefix === undefined || this.#prefix === '') {
      return this.#prefix === undefined ? undefined : json;
    }
    const known = tryParseJson(json);
    const own =
      typeof known === 'string' && known.startsWith(this.#prefix) ? known.slice(this.#prefix.length) : undefined;
    // The agent could have made up what follows; it becomes a part of the line.
    const isOne = own === own?.trim() && ['string', 'number'].includes(typeof tryParseJson(own));
    return isOne ? own : undefined;
  }
}
