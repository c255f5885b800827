/**
 * `node minimalServer.ts legacy|modern`: a minimal MCP server without the SDK, so that the host is measured and not the server. Its
 * tool `ask` sends a form request with a message that ends with `word` and with `fields` fields whose titles end with
 * `title`; the reply is the result. With the environment variable PORT, the server uses Streamable HTTP, and responds to
 * calls with a stream in the legacy era and with JSON in the modern era, like the SDK's servers. Otherwise it uses stdio
 * and ends with its input.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import process from 'node:process';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
}

interface ToolArguments {
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
const pendingRequests = new Map<number | string, (result: unknown) => void>();
let nextId = 1_000_000;

function elicitationFor({ word, fields, title }: ToolArguments): object {
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
const argumentsOf = (params: Message['params']) => params?.['arguments'] as ToolArguments;

async function legacyResult({ method, params }: Message, send: Send): Promise<object | undefined> {
  switch (method) {
    case 'initialize':
      return { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
    case 'ping':
      return {};
    case 'tools/list':
      return { tools };
    case 'tools/call':
      return text(await ask(argumentsOf(params), send));
    default:
      return undefined;
  }
}

function ask(args: ToolArguments, send: Send): Promise<unknown> {
  const id = nextId++;
  return new Promise((resolve) => {
    pendingRequests.set(id, resolve);
    send({ id, method: 'elicitation/create', params: elicitationFor(args) });
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
      const elicitation = { method: 'elicitation/create', params: elicitationFor(argumentsOf(params)) };
      return answers
        ? { ...complete, ...text(answers['word']) }
        : { resultType: 'input_required', inputRequests: { word: elicitation }, requestState: 'asked' };
    }
    default:
      return undefined;
  }
}

/** Handles a message: responds to a request by `send`, after sending a legacy elicitation if needed; resolves a pending elicitation. */
async function receive(message: Message, send: Send): Promise<void> {
  const { id, method, result } = message;
  if (id === undefined) return;
  if (method === undefined) {
    pendingRequests.get(id)?.(result);
    pendingRequests.delete(id);
    return;
  }
  const responseResult = await (era === 'modern' ? modernResult(message) : legacyResult(message, send));
  send(responseResult ? { id, result: responseResult } : { id, error: { code: -32601, message: 'Method not found' } });
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
