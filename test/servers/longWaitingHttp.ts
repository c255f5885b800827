/**
 * Three HTTP servers in one process, without an SDK, that have no time limits: `/legacy` uses Streamable HTTP of 2025-11-25
 * without event ids, keep-alive comments or a standalone stream; `/sse` uses HTTP+SSE; `/modern` uses 2026-07-28. Each has a
 * tool `ask`, whose result is the reply to its elicitation, and a tool `think`, which sends nothing for `ms` milliseconds.
 * `/seen` returns the number of received messages by kind. The first line of standard output is the port.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import process from 'node:process';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
}

type Send = (message: object) => void;

const elicitation = {
  mode: 'form',
  message: 'Still there?',
  requestedSchema: { type: 'object', properties: { word: { type: 'string', title: 'Word' } }, required: ['word'] },
};
const tools = ['ask', 'think'].map((name) => ({ name, inputSchema: { type: 'object' } }));
const serverInfo = { name: 'soak', version: '1.0.0' };
const named = { 'io.modelcontextprotocol/serverInfo': serverInfo };
const capabilities = { tools: {} };
const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const stream = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
const messageCounts: Record<string, number> = {};
const waiting = new Map<number | string, (result: unknown) => void>();
let nextId = 1000;

const text = (value: unknown) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });

/** The result of a request of the legacy era. */
async function legacyResult({ method, params }: Message, send: Send): Promise<object | undefined> {
  switch (method) {
    case 'initialize':
      return { protocolVersion: '2025-11-25', capabilities, serverInfo };
    case 'ping':
      return {};
    case 'tools/list':
      return { tools };
    case 'tools/call':
      return params?.['name'] === 'think' ? think(params) : text(await ask(send));
    default:
      return undefined;
  }
}

function ask(send: Send): Promise<unknown> {
  const id = nextId++;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    send({ id, method: 'elicitation/create', params: elicitation });
  });
}

/** The result of a request of the modern era. */
async function modernResult({ method, params }: Message): Promise<object | undefined> {
  switch (method) {
    case 'server/discover':
      return { ...complete, supportedVersions: ['2026-07-28'], capabilities, _meta: named };
    case 'tools/list':
      return { ...complete, tools };
    case 'tools/call': {
      const answers = params?.['inputResponses'] as Record<string, unknown> | undefined;
      if (params?.['name'] === 'think') {
        return { ...complete, ...(await think(params)) };
      }
      return answers
        ? { ...complete, ...text(answers['word']) }
        : {
            resultType: 'input_required',
            inputRequests: { word: { method: 'elicitation/create', params: elicitation } },
            requestState: 'asked',
          };
    }
    default:
      return undefined;
  }
}

async function think(params: Record<string, unknown>): Promise<object> {
  const { ms } = params['arguments'] as { ms: number };
  await new Promise((resolve) => setTimeout(resolve, ms));
  return text('thought');
}

async function respond(id: Message['id'], result: Promise<object | undefined>, send: Send): Promise<void> {
  const resolvedResult = await result;
  send(resolvedResult ? { id, result: resolvedResult } : { id, error: { code: -32601, message: 'Method not found' } });
}

/** Handles a reply to an elicitation. Returns false if the message is not a reply. */
function takeReply({ id, method, result }: Message): boolean {
  if (method === undefined && id !== undefined) {
    waiting.get(id)?.(result);
    waiting.delete(id);
  }
  return method === undefined;
}

function countMessage(pathname: string, what: string): void {
  const line = `${pathname} ${what}`;
  messageCounts[line] = (messageCounts[line] ?? 0) + 1;
}

async function bodyOf(request: IncomingMessage): Promise<Message> {
  let body = '';
  for await (const chunk of request) {
    body += chunk;
  }
  const message = JSON.parse(body) as Message;
  countMessage(new URL(request.url ?? '/', 'http://localhost').pathname, message.method ?? 'reply');
  return message;
}

function startStream(response: ServerResponse): Send {
  response.writeHead(200, stream).flushHeaders();
  return (message) => response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
}

async function handleStreamableHttp(
  request: IncomingMessage,
  response: ServerResponse,
  modern: boolean,
): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(405).end();
    return;
  }
  const message = await bodyOf(request);
  if (takeReply(message) || message.id === undefined) {
    response.writeHead(202).end();
    return;
  }
  const send = startStream(response);
  await respond(message.id, modern ? modernResult(message) : legacyResult(message, send), send);
  response.end();
}

const sessions = new Map<string, Send>();

async function handleSse(request: IncomingMessage, response: ServerResponse, session: string | null): Promise<void> {
  if (request.method === 'GET') {
    const id = String(nextId++);
    sessions.set(id, startStream(response));
    response.write(`event: endpoint\ndata: /sse?session=${id}\n\n`);
    return;
  }
  const message = await bodyOf(request);
  const send = sessions.get(session ?? '');
  response.writeHead(202).end();
  if (send && !takeReply(message) && message.id !== undefined) {
    await respond(message.id, legacyResult(message, send), send);
  }
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (request.method !== 'POST') {
    countMessage(pathname, String(request.method));
  }
  if (pathname === '/seen') {
    response.end(JSON.stringify(messageCounts));
  } else if (pathname === '/sse') {
    await handleSse(request, response, searchParams.get('session'));
  } else if (pathname === '/legacy' || pathname === '/modern') {
    await handleStreamableHttp(request, response, pathname === '/modern');
  } else {
    response.writeHead(404).end();
  }
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`);
});
// The servers end with the process that started them.
process.stdin.resume().once('end', () => process.exit());
