/**
 * `node server.ts legacy|modern`: an MCP server made by hand, that does as little as a server can, so that what is
 * measured is the host. Its tool `ask` asks for `word` (in a message that ends with it) by a form of `fields` fields,
 * whose titles end with `title`; what it was told is its result. It speaks Streamable HTTP where PORT says where to
 * listen, and answers calls with a stream in the legacy era, with JSON in the modern one, as the SDK's servers do; else
 * it speaks stdio, and ends with its input.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import process from 'node:process';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
}

interface Wanted {
  readonly word: string;
  readonly fields: number;
  readonly title: string;
}

type Send = (message: object) => void;

const era = process.argv[2];
const port = process.env['PORT'];
const serverInfo = { name: 'question', version: '1.0.0' };
const tools = [{ name: 'ask', inputSchema: { type: 'object' } }];
const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const waiting = new Map<number | string, (result: unknown) => void>();
let nextId = 1_000_000;

function questionFor({ word, fields, title }: Wanted): object {
  const properties: Record<string, object> = { answer: { type: 'string', title: `Answer ${title}`, maxLength: 100 } };
  for (let field = 1; field < fields; field += 1) {
    properties[`field${field}`] = { type: 'string', title: `Field ${field} ${title}`, maxLength: 100 };
  }
  return {
    mode: 'form',
    message: `Which word? ${word}`,
    requestedSchema: { type: 'object', properties, required: ['answer'] },
  };
}

const text = (value: unknown) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });
const wantedBy = (params: Message['params']) => params?.['arguments'] as Wanted;

async function legacyResult({ method, params }: Message, send: Send): Promise<object | undefined> {
  switch (method) {
    case 'initialize':
      return { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
    case 'ping':
      return {};
    case 'tools/list':
      return { tools };
    case 'tools/call':
      return text(await ask(wantedBy(params), send));
    default:
      return undefined;
  }
}

function ask(wanted: Wanted, send: Send): Promise<unknown> {
  const id = nextId++;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    send({ id, method: 'elicitation/create', params: questionFor(wanted) });
  });
}

async function modernResult({ method, params }: Message): Promise<object | undefined> {
  switch (method) {
    case 'server/discover':
      return {
        ...complete,
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {} },
        _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
      };
    case 'tools/list':
      return { ...complete, tools };
    case 'tools/call': {
      const answers = params?.['inputResponses'] as Record<string, unknown> | undefined;
      const asked = { method: 'elicitation/create', params: questionFor(wantedBy(params)) };
      return answers
        ? { ...complete, ...text(answers['word']) }
        : { resultType: 'input_required', inputRequests: { word: asked }, requestState: 'asked' };
    }
    default:
      return undefined;
  }
}

/** Answers a request by `send`, through which a legacy question goes out before; takes a reply to one. */
async function receive(message: Message, send: Send): Promise<void> {
  const { id, method, result } = message;
  if (id === undefined) return;
  if (method === undefined) {
    waiting.get(id)?.(result);
    waiting.delete(id);
    return;
  }
  const found = await (era === 'modern' ? modernResult(message) : legacyResult(message, send));
  send(found ? { id, result: found } : { id, error: { code: -32601, message: 'Method not found' } });
}

const json = (message: object) => JSON.stringify({ jsonrpc: '2.0', ...message });

async function post(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk;
  }
  const message = JSON.parse(body) as Message;
  if (message.id === undefined || message.method === undefined) {
    response.writeHead(202).end();
    await receive(message, () => undefined);
  } else if (era === 'modern' || message.method === 'server/discover') {
    await receive(message, (reply) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(json(reply));
    });
  } else {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    await receive(message, (reply) => response.write(`data: ${json(reply)}\n\n`));
    response.end();
  }
}

if (port) {
  createServer(async (request, response) => {
    if (request.url !== '/mcp' || request.method !== 'POST') {
      response.writeHead(request.url === '/mcp' ? 405 : 404).end();
      return;
    }
    await post(request, response);
  }).listen(Number(port));
} else {
  let rest = '';
  process.stdin.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      void receive(JSON.parse(line), (message) => process.stdout.write(`${json(message)}\n`));
    }
  });
}
