/**
 * A legacy-era Streamable HTTP server, without an SDK, that produces faults of the connection while both sides are alive. It
 * listens at PORT. With an argument, the events of its streams have ids, from which the streams can be resumed: `ids`,
 * `oddIds` (not ASCII) or `longIds` (too long for a header).
 *
 * Tools: `ask` and `askStandalone` send the elicitation in `params`, on the stream of the call and on the standalone stream,
 * and return the reply; `touch` counts its calls; `hang` never responds; `twice` responds twice; `addTool` adds a tool.
 *
 * `/control/WORD`: `cut` breaks all streams off, `cutCalls` those of calls, `cutStandalone` the standalone stream, `cutLast`
 * the stream of the last request; `forget` deletes all sessions; `refuse?n=N` refuses the next N GET requests with 503;
 * `silence` stops responses to pings; `finish` ends the hanging calls; `state` returns the received requests as JSON.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import process from 'node:process';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** A stream of events, which can continue over several connections. */
class Stream {
  readonly name: string;
  readonly #events: string[] = [];
  #response: ServerResponse | undefined;

  constructor(name: string) {
    this.name = name;
  }

  attach(response: ServerResponse, after = 0): void {
    this.#response = response;
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    if (withIds && after === 0) {
      this.#write('retry: 50\ndata: \n\n');
    }
    for (const event of this.#events.slice(after)) {
      response.write(event);
    }
  }

  send(message: object): void {
    this.#write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
  }

  #write(fields: string): void {
    const event = withIds ? `id: ${prefix}${this.name}/${this.#events.length + 1}\n${fields}` : fields;
    this.#events.push(event);
    this.#response?.write(event);
  }

  end(): void {
    this.#response?.end();
  }

  cut(): void {
    this.#response?.destroy();
    this.#response = undefined;
  }
}

const prefixes: Readonly<Record<string, string>> = { ids: '', oddIds: '\u4f60\u597d ', longIds: 'x'.repeat(100_000) };
const prefix = prefixes[process.argv[2] ?? ''];
const withIds = prefix !== undefined;
const sessions = new Set<string>();
const streams = new Map<string, Stream>();
const waiting = new Map<number | string, (reply: Message) => void>();
const seen: string[] = [];
const hanging: (() => void)[] = [];
let standalone: Stream | undefined;
let nextId = 1000;
let touched = 0;
let refusing = 0;
let silent = false;
let tools = ['ask', 'askStandalone', 'touch', 'hang', 'twice', 'addTool'];

const text = (value: unknown) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });

function ask(stream: Stream | undefined, params: unknown): Promise<object> {
  const id = nextId++;
  return new Promise((resolve) => {
    waiting.set(id, ({ result, error }) => resolve(text({ result, error })));
    stream?.send({ id, method: 'elicitation/create', params });
  });
}

async function call({ id, params }: Message, stream: Stream): Promise<object> {
  const { name, arguments: args } = params as { name: string; arguments: { params?: unknown } };
  switch (name) {
    case 'ask':
      return ask(stream, args.params);
    case 'askStandalone':
      return ask(standalone, args.params);
    case 'touch':
      touched += 1;
      return text(touched);
    case 'hang':
      await new Promise<void>((resolve) => hanging.push(resolve));
      return text('late');
    case 'twice':
      stream.send({ id, result: text('first') });
      return text('second');
    case 'addTool':
      tools = [...tools, 'added'];
      return text('added');
    default:
      return text(name);
  }
}

async function resultOf(message: Message, stream: Stream): Promise<object> {
  switch (message.method) {
    case 'initialize':
      return {
        protocolVersion: '2025-11-25',
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'fault', version: '1.0.0' },
      };
    case 'tools/list':
      return { tools: tools.map((name) => ({ name, inputSchema: { type: 'object' } })) };
    case 'tools/call':
      return call(message, stream);
    default:
      return {};
  }
}

async function post(message: Message, response: ServerResponse): Promise<void> {
  if (message.method === undefined) {
    waiting.get(message.id ?? '')?.(message);
  }
  if (message.method === undefined || message.id === undefined) {
    response.writeHead(202).end();
    return;
  }
  if (message.method === 'server/discover') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'Unknown' } }));
    return;
  }
  if (silent && message.method === 'ping') {
    return;
  }
  if (message.method === 'initialize') {
    const session = randomUUID();
    sessions.add(session);
    response.setHeader('mcp-session-id', session);
  }
  const stream = new Stream(randomUUID());
  streams.set(stream.name, stream);
  stream.attach(response);
  stream.send({ id: message.id, result: await resultOf(message, stream) });
  stream.end();
}

function get(request: IncomingMessage, response: ServerResponse): void {
  if (refusing > 0) {
    refusing -= 1;
    response.writeHead(503).end();
    return;
  }
  // Node decodes headers as Latin-1, but event ids are UTF-8.
  const lastEventId = Buffer.from(String(request.headers['last-event-id'] ?? ''), 'latin1').toString('utf8');
  const [name, after] = lastEventId.slice(prefix?.length).split('/');
  const resumed = streams.get(name ?? '');
  if (resumed) {
    resumed.attach(response, Number(after));
    return;
  }
  standalone = new Stream(randomUUID());
  streams.set(standalone.name, standalone);
  standalone.attach(response);
}

function cut(calls: boolean, alone: boolean): void {
  for (const stream of streams.values()) {
    if (stream === standalone ? alone : calls) {
      stream.cut();
    }
  }
}

const controls: Record<string, (n: number) => unknown> = {
  cut: () => cut(true, true),
  cutCalls: () => cut(true, false),
  cutStandalone: () => cut(false, true),
  cutLast: () => [...streams.values()].at(-1)?.cut(),
  forget: () => sessions.clear(),
  refuse: (n) => {
    refusing = n;
  },
  silence: () => {
    silent = true;
  },
  finish: () => {
    for (const resolve of hanging.splice(0)) {
      resolve();
    }
  },
  state: () => ({ seen, touched, sessions: sessions.size }),
};

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const control = controls[pathname.slice('/control/'.length)];
  if (control) {
    response.end(JSON.stringify(control(Number(searchParams.get('n'))) ?? null));
    return;
  }
  let body = '';
  for await (const chunk of request) {
    body += chunk;
  }
  const message: Message = body ? JSON.parse(body) : {};
  const resumes = request.headers['last-event-id'] === undefined ? '' : ' resumes';
  const what = message.method ?? (request.method === 'POST' ? 'reply' : `${request.method}${resumes}`);
  seen.push(what);
  const knows = sessions.has(String(request.headers['mcp-session-id']));
  if (pathname !== '/mcp' || !(knows || message.method === 'initialize' || message.method === 'server/discover')) {
    response.writeHead(404).end();
  } else if (request.method === 'POST') {
    await post(message, response);
  } else if (request.method === 'GET') {
    get(request, response);
  } else {
    response.writeHead(200).end();
  }
}).listen(Number(process.env['PORT']));
