import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Chance } from '#scripts/soak/common/chance.ts';
import type { RecordedEvent } from '#scripts/soak/common/recordedRequests.ts';
import { type OwnServer, ownServers } from '#scripts/soak/common/windowEvents.ts';
import { CuttableStream } from './cuttableStream.ts';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly arguments?: { readonly place: string; readonly count: number };
    readonly inputResponses?: Readonly<Record<string, Reply>>;
    readonly requestState?: string;
  };
  readonly result?: Reply;
  readonly error?: { readonly code: number };
}

interface Reply {
  readonly action: string;
  readonly content?: { readonly answer?: string };
}

interface RunningCall {
  readonly token: string;
  readonly stream: CuttableStream;
  readonly path: OwnServer;
  /** The number of its requests that wait for a reply on its stream. */
  open: number;
}

const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const serverInfo = { name: 'cuttable', version: '1.0.0' };
const tools = ['plain', 'ask_form', 'ask_round'].map((name) => ({ name, inputSchema: { type: 'object' } }));

/**
 * Three Streamable HTTP servers in this process, whose connections can be cut: of 2025-11-25, of the same revision with streams that
 * can be resumed, and of 2026-07-28. Their tools and what they record are those of `test/servers/agents`.
 */
export class CuttableServer {
  /** What the servers have recorded, oldest first. */
  readonly record: RecordedEvent[] = [];
  readonly #chance: Chance;
  readonly #http: Server;
  readonly #sockets = new Set<Socket>();
  readonly #running = new Set<RunningCall>();
  readonly #streams = new Map<string, CuttableStream>();
  readonly #waiting = new Map<number | string, (message: Message) => void>();
  readonly #cutTokens = new Set<string>();
  #resumed = 0;
  #calls = 0;
  #lastId = 1000;

  constructor(chance: Chance) {
    this.#chance = chance;
    // Idle connections stay: on a busy machine the server could close one in the moment in which a call is sent on it.
    this.#http = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
      this.#handle(request, response).catch(() => response.destroy());
    });
    this.#http.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** Resolves to the port. */
  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#http.listen(0, '127.0.0.1', resolve));
    return (this.#http.address() as AddressInfo).port;
  }

  close(): void {
    this.#http.close();
    this.#http.closeAllConnections();
  }

  /** How often a stream was resumed. */
  get resumed(): number {
    return this.#resumed;
  }

  /** True if the stream of the call with this token was cut. */
  wasCut(token: string): boolean {
    return this.#cutTokens.has(token);
  }

  /** Cuts the connection of the stream of one call. Returns whose; `undefined` if there is none. */
  cutStream(isAsking: boolean): OwnServer | undefined {
    const calls = [...this.#running].filter(({ stream, open }) => stream.isOpen && open > 0 === isAsking);
    const call = this.#chance.pick(calls);
    if (!call) return undefined;
    this.#cutTokens.add(call.token);
    call.stream.cut();
    return call.path;
  }

  /** Cuts all connections. Returns their number. */
  cutAll(): number {
    for (const { token, stream } of this.#running) if (stream.isOpen) this.#cutTokens.add(token);
    const sockets = [...this.#sockets];
    for (const socket of sockets) socket.destroy();
    return sockets.length;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = ownServers.find((name) => request.url === `/${name}`);
    if (request.method === 'GET' && path === 'resumable') {
      this.#resume(request, response);
      return;
    }
    if (!path || request.method !== 'POST') {
      response.writeHead(path ? 405 : 404).end();
      return;
    }
    let body = '';
    for await (const chunk of request) body += chunk;
    const message = JSON.parse(body) as Message;
    if (message.method === undefined || message.id === undefined) {
      const { id = '' } = message;
      this.#waiting.get(id)?.(message);
      this.#waiting.delete(id);
      response.writeHead(202).end();
      return;
    }
    const stream = new CuttableStream(String(++this.#lastId), path === 'resumable');
    if (stream.isResumable) this.#streams.set(stream.name, stream);
    stream.attach(response);
    const result = await this.#resultOf(message, path, stream);
    stream.send({
      id: message.id,
      ...(result ? { result } : { error: { code: -32601, message: 'Method not found' } }),
    });
    stream.end();
  }

  #resume({ headers }: IncomingMessage, response: ServerResponse): void {
    const [name = '', after] = String(headers['last-event-id'] ?? '').split('/');
    const stream = this.#streams.get(name);
    if (!stream) {
      // It has no standalone stream.
      response.writeHead(405).end();
      return;
    }
    this.#resumed += 1;
    stream.attach(response, Number(after));
  }

  async #resultOf(message: Message, path: OwnServer, stream: CuttableStream): Promise<object | undefined> {
    const isModern = path === 'modern';
    switch (message.method) {
      case 'server/discover':
        if (!isModern) return undefined;
        return {
          ...complete,
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: {} },
          _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
        };
      case 'initialize':
        return isModern ? undefined : { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
      case 'ping':
        return {};
      case 'tools/list':
        return isModern ? { ...complete, tools } : { tools };
      case 'tools/call':
        return this.#call(message.params ?? {}, path, stream);
      default:
        return undefined;
    }
  }

  async #call(params: NonNullable<Message['params']>, path: OwnServer, stream: CuttableStream): Promise<object> {
    const { name, arguments: { place, count } = { place: '', count: 1 }, inputResponses, requestState } = params;
    const running: RunningCall = { token: place, stream, path, open: 0 };
    this.#running.add(running);
    try {
      if (inputResponses) {
        const call = Number(requestState);
        for (const reply of Object.values(inputResponses)) this.#recordReply(call, reply);
        await this.#think();
        return resultOf(`round call ${call}: ${Object.values(inputResponses).map(textOf).join(', ')}`, complete);
      }
      this.#calls += 1;
      const call = this.#calls;
      this.#add({ event: 'call', call, arguments: { place } });
      await this.#think();
      if (name === 'ask_round') return this.#round(call, place, count);
      if (name === 'plain') return resultOf(`plain call ${call}: ${place} ${count}`, path === 'modern' ? complete : {});
      const replies: string[] = [];
      for (let index = 0; index < count; index += 1) replies.push(await this.#ask(call, running));
      await this.#think();
      return resultOf(`form call ${call}: ${replies.join(', ')}`);
    } finally {
      this.#running.delete(running);
    }
  }

  async #think(): Promise<void> {
    await delay(this.#chance.happens(0.5) ? this.#chance.between(500, 3000) : this.#chance.between(0, 100));
  }

  async #ask(call: number, running: RunningCall): Promise<string> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#add({ event: 'asked', call });
    running.open += 1;
    const { result, error } = await new Promise<Message>((resolve) => {
      this.#waiting.set(id, resolve);
      running.stream.send({ id, method: 'elicitation/create', params: formAbout(running.token) });
    });
    running.open -= 1;
    if (result) this.#recordReply(call, result);
    else this.#add({ event: 'refused', call, ...(error && { code: error.code }) });
    return result ? textOf(result) : `refused ${error?.code}`;
  }

  #round(call: number, place: string, count: number): object {
    const questions = Array.from({ length: count }, (_, index) => {
      this.#add({ event: 'asked', call });
      return [`q${index}`, { method: 'elicitation/create', params: { mode: 'form', ...formAbout(place) } }];
    });
    return {
      resultType: 'input_required',
      inputRequests: Object.fromEntries(questions),
      requestState: String(call),
    };
  }

  #recordReply(call: number, { action, content }: Reply): void {
    this.#add({ event: 'reply', call, action, ...(content && { content }) });
  }

  #add(event: Omit<RecordedEvent, 'at'>): void {
    this.record.push({ at: Date.now(), ...event });
  }
}

function formAbout(token: string): object {
  const properties = { answer: { type: 'string', title: 'Answer' } };
  return { message: `What about ${token}?`, requestedSchema: { type: 'object', properties, required: ['answer'] } };
}

function textOf({ action, content }: Reply): string {
  return `${action}${content ? ` ${JSON.stringify(content)}` : ''}`;
}

function resultOf(text: string, fields: object = {}): object {
  return { ...fields, content: [{ type: 'text', text }] };
}
