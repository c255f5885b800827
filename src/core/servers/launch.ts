import { inOneLine } from '../../form/text.ts';
import { failureOf, HostError } from '../errors.ts';
import type { Call, CallRequest } from './call.ts';
import type { Connection, ListKind } from './connection.ts';
import { explainCall } from './connectionFailure.ts';
import type { Questions } from './elicitation.ts';
import { readPrompts, readResources, readTools } from './offerings.ts';
import { throughRounds } from './rounds.ts';
import { noOfferings, type OfferedTool, type Offerings } from './state.ts';
import { longestTimeoutMs, orAborted } from './timing.ts';

export interface LaunchPorts {
  /** The configured name, for failures. */
  readonly serverName: string;
  readonly formDeclared: boolean;
  readonly questions: Questions;
  /** Opens the connection; rejects with the signal's reason when that fires first. */
  open(launch: Launch, signal: AbortSignal): Promise<Connection>;
  warn(line: string): void;
  /** The offerings were listed, again or for the first time. */
  listed(): void;
  progress(callId: string, progress: { progress: number; total?: number; message?: string }): void;
}

/** One run of a server, from the start asked for until its end. A server that starts again is another launch. */
export class Launch {
  readonly #ports: LaunchPorts;
  readonly #abort = new AbortController();
  /** Which lists are known, so that a name that is not in them is an error before anything is sent. */
  readonly #listed = new Set<ListKind>();
  /** Lists under way, and whether something has changed since they were asked for. */
  readonly #listing = new Map<ListKind, { stale: boolean }>();
  #connection: Connection | undefined;
  #offerings = noOfferings;
  /** Resolves when the server runs; rejects with a HostError when it will not. */
  readonly ready: Promise<void>;

  /** Begins once `after`, the end of an earlier launch, has resolved. */
  constructor(ports: LaunchPorts, after: Promise<unknown>) {
    this.#ports = ports;
    this.ready = after
      .then(() => this.#run())
      .catch((error: unknown) => {
        throw error instanceof HostError
          ? error
          : new HostError(failureOf(error, 'ServerFailedToStart'), { cause: error });
      });
    this.ready.catch(() => undefined);
  }

  get connection(): Connection | undefined {
    return this.#connection;
  }

  get questions(): Questions {
    return this.#ports.questions;
  }

  get offerings(): Offerings {
    return this.#offerings;
  }

  /** Nothing of this launch counts any more; whoever waits for it gets `reason`. */
  abandon(reason: Error): void {
    this.#abort.abort(reason);
  }

  /** Ends the run from our side: open questions are answered `cancel`, then the connection is closed. Never rejects. */
  async end(reason: Error): Promise<void> {
    this.questions.withdraw({ by: 'host', reason: reason.message });
    this.abandon(reason);
    await this.#connection?.close();
    // While it was still opening, it closes what it opened by itself.
    await this.ready.catch(() => undefined);
  }

  /**
   * Lists one kind of offering. One list of a kind is under way at a time: however often a server says meanwhile that
   * it has changed, it is then listed once more.
   */
  async list(kind: ListKind): Promise<void> {
    const underWay = this.#listing.get(kind);
    if (underWay) {
      underWay.stale = true;
      return;
    }
    const listing = { stale: false };
    this.#listing.set(kind, listing);
    do {
      listing.stale = false;
      await this.#listOnce(kind);
    } while (listing.stale && !this.#abort.signal.aborted);
    this.#listing.delete(kind);
  }

  /** A list that fails is said in the log, and what was known stays. */
  async #listOnce(kind: ListKind): Promise<void> {
    const connection = this.#connection;
    if (!connection?.offers(kind)) {
      return;
    }
    try {
      const items = await connection.list(kind);
      if (!this.#abort.signal.aborted) {
        this.#offerings = { ...this.#offerings, [kind]: readers[kind](items) };
        this.#listed.add(kind);
        this.#ports.listed();
      }
    } catch (error) {
      if (!this.#abort.signal.aborted) {
        this.#ports.warn(`The ${kind} could not be listed: ${inOneLine(explainCall(error).message, 300)}`);
      }
    }
  }

  /** Sends a call's request and answers its rounds. `signal` cancels it at the server. */
  async send(call: Call, signal: AbortSignal): Promise<unknown> {
    const connection = this.#connection;
    if (!connection) {
      throw new HostError({ name: 'ServerStopped', summary: 'The server was stopped.' });
    }
    const { method, params } = requestOf(call.request);
    const tool = this.#find(call.request);
    const options = {
      timeout: longestTimeoutMs,
      signal: afterReplies(connection, signal),
      onprogress: (progress: { progress: number }) => this.#ports.progress(call.id, progress),
    };
    const { questions, formDeclared } = this.#ports;
    return throughRounds((round) => connection.request(method, { ...round }, options, tool), params, {
      questions,
      call,
      formDeclared,
      signal,
    });
  }

  async #run(): Promise<void> {
    const { signal } = this.#abort;
    signal.throwIfAborted();
    const connection = await this.#ports.open(this, signal);
    this.#connection = connection;
    if (signal.aborted) {
      await connection.close();
      throw signal.reason;
    }
    await orAborted(Promise.all(listKinds.map((kind) => this.list(kind))), signal);
  }

  /** The tool that is called. Throws `ToolNotFound` or `PromptNotFound` for a name that a known list does not have. */
  #find(request: CallRequest): OfferedTool | undefined {
    const server = `"${this.#ports.serverName}"`;
    const { tools, prompts } = this.#offerings;
    if (request.kind === 'tool') {
      const tool = tools.find(({ name }) => name === request.name);
      if (!tool && this.#listed.has('tools')) {
        throw new HostError({ name: 'ToolNotFound', summary: `${server} has no tool "${inOneLine(request.name)}".` });
      }
      return tool;
    }
    const known = request.kind === 'resource' || prompts.some(({ name }) => name === request.name);
    if (!known && this.#listed.has('prompts')) {
      throw new HostError({ name: 'PromptNotFound', summary: `${server} has no prompt "${inOneLine(request.name)}".` });
    }
    return undefined;
  }
}

const listKinds = ['tools', 'prompts', 'resources'] as const;
const readers = { tools: readTools, prompts: readPrompts, resources: readResources };

function requestOf(request: CallRequest): { method: string; params: Record<string, unknown> } {
  if (request.kind === 'resource') {
    return { method: 'resources/read', params: { uri: request.uri } };
  }
  const params = { name: request.name, arguments: request.arguments };
  return { method: request.kind === 'tool' ? 'tools/call' : 'prompts/get', params };
}

/** `signal`, delayed until the `cancel` of withdrawn questions has left: the server sees things in their order. */
function afterReplies(connection: Connection, signal: AbortSignal): AbortSignal {
  const delayed = new AbortController();
  const forward = () => connection.flush().finally(() => delayed.abort('The call was cancelled.'));
  signal.addEventListener('abort', forward, { once: true });
  return delayed.signal;
}
