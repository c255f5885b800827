/**
 * A Streamable HTTP server, with the argument `legacy` or `modern`, that refuses or loses the user's answers. It listens at
 * PORT. Its tool `ask` requests a name and returns the answer.
 *
 * `/control/answers?how=HOW&times=N&retryAfter=S` selects what happens to the next N answers. HOW is an HTTP status, or:
 * `resetBefore` (the connection is reset before the body is read), `resetAfter` (after the body is read), `used` (after the
 * answer is accepted), `silent` (no response), `expired` (-32602, modern only), `forget` (404, and the session is deleted),
 * `works` (accepted; an event stream starts, and `/control/finish` sends the result; modern only), `signInJson`, `signInHtml`
 * and `accepted` (not accepted: like a proxy, responds with 200 and other JSON or HTML, or with 202; modern only), `signIn`
 * (401 until the answer has a token; ISSUER is the authorization server).
 *
 * `/control/finish` ends the calls with a result, `/control/cut` breaks their streams off, `/control/cancel` cancels the
 * elicitation. `/control/state` returns JSON: `answers` (received), `used` (accepted), `to` (the request ids, or the
 * `requestState`, of the answers), `calls` (the number of calls without an answer). `/control/clear` empties the first three.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import process from 'node:process';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
}

const isModern = process.argv[2] === 'modern';
const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const requestedSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const elicitation = { method: 'elicitation/create', params: { message: 'Your name?', requestedSchema } };
const sessions = new Set<string>();
const waiting = new Map<unknown, { readonly stream: ServerResponse; readonly call: unknown }>();
const answers: unknown[] = [];
const used: unknown[] = [];
const to: unknown[] = [];
let calls = 0;
let nextId = 1000;
let how = '';
let times = 0;
let retryAfter: string | null = null;

const event = (message: object) => `data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;
const text = (value: unknown) => ({
  ...(isModern && complete),
  content: [{ type: 'text', text: JSON.stringify(value) }],
});

function json(response: ServerResponse, id: unknown, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
}

/** Does with the answer what `/control/answers` selects. Returns false if the answer is to be accepted as usual. */
function refuseAsSelected(
  answer: unknown,
  of: unknown,
  id: unknown,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  answers.push(answer);
  to.push(of);
  if (times <= 0 || (how === 'signIn' && request.headers.authorization)) {
    return false;
  }
  times -= 1;
  if (how === 'used') {
    used.push(answer);
    request.socket.destroy();
  } else if (how.startsWith('reset')) {
    request.socket.destroy();
  } else if (how === 'expired') {
    json(response, id, { error: { code: -32602, message: 'requestState is stale: 0xdeadbeef' } });
  } else if (how === 'forget') {
    sessions.clear();
    response.writeHead(404).end();
  } else if (how === 'signInJson' || how === 'signInHtml') {
    const [type, body] =
      how === 'signInJson' ? ['application/json', '{"please":"log in"}'] : ['text/html', '<p>Log in'];
    response.writeHead(200, { 'content-type': type }).end(body);
  } else if (how === 'accepted') {
    response.writeHead(202).end();
  } else if (how === 'works') {
    used.push(answer);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    waiting.set(id, { stream: response, call: id });
  } else if (how === 'signIn') {
    const metadata = `http://${request.headers.host}/.well-known/oauth-protected-resource/mcp`;
    response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end();
  } else if (how !== 'silent') {
    response.writeHead(Number(how), retryAfter === null ? {} : { 'retry-after': retryAfter }).end();
  }
  return true;
}

function ask(id: unknown, response: ServerResponse): void {
  const asked = nextId++;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(event({ id: asked, ...elicitation }));
  waiting.set(asked, { stream: response, call: id });
}

function reply(message: Message, request: IncomingMessage, response: ServerResponse): void {
  const asked = waiting.get(message.id);
  if (asked && refuseAsSelected(message.result, message.id, undefined, request, response)) {
    return;
  }
  response.writeHead(202).end();
  if (asked) {
    waiting.delete(message.id);
    used.push(message.result);
    asked.stream.end(event({ id: asked.call, result: text(message.result) }));
  }
}

function callTool({ id, params }: Message, request: IncomingMessage, response: ServerResponse): void {
  const responses = params?.['inputResponses'];
  if (responses === undefined) {
    calls += 1;
    if (isModern) {
      const inputRequests = { name: elicitation };
      json(response, id, { result: { resultType: 'input_required', requestState: 'asked', inputRequests } });
    } else {
      ask(id, response);
    }
  } else if (!refuseAsSelected(responses, params?.['requestState'], id, request, response)) {
    used.push(responses);
    json(response, id, { result: text(responses) });
  }
}

function post(message: Message, request: IncomingMessage, response: ServerResponse): void {
  const { id, method } = message;
  if (method === undefined) {
    reply(message, request, response);
  } else if (id === undefined) {
    response.writeHead(202).end();
  } else if (method === 'tools/call') {
    callTool(message, request, response);
  } else if (method === 'tools/list') {
    json(response, id, {
      result: { ...(isModern && complete), tools: [{ name: 'ask', inputSchema: { type: 'object' } }] },
    });
  } else if (method === 'ping') {
    json(response, id, { result: {} });
  } else if (method === 'initialize' && !isModern) {
    const session = randomUUID();
    sessions.add(session);
    response.setHeader('mcp-session-id', session);
    const serverInfo = { name: 'refusing', version: '1.0.0' };
    json(response, id, { result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo } });
  } else if (method === 'server/discover' && isModern) {
    const _meta = { 'io.modelcontextprotocol/serverInfo': { name: 'refusing', version: '1.0.0' } };
    json(response, id, {
      result: { ...complete, supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, _meta },
    });
  } else {
    json(response, id, { error: { code: -32601, message: 'Method not found' } }, isModern ? 404 : 200);
  }
}

const controls: Record<string, (query: URLSearchParams) => unknown> = {
  answers: (query) => {
    how = query.get('how') ?? '';
    times = Number(query.get('times') ?? 1);
    retryAfter = query.get('retryAfter');
  },
  finish: () => {
    for (const { stream, call } of waiting.values()) {
      stream.end(event({ id: call, result: text('without an answer') }));
    }
    waiting.clear();
  },
  cut: () => {
    for (const { stream } of waiting.values()) {
      stream.destroy();
    }
    waiting.clear();
  },
  cancel: () => {
    for (const [requestId, { stream }] of waiting) {
      stream.write(event({ method: 'notifications/cancelled', params: { requestId, reason: 'No time' } }));
    }
  },
  state: () => ({ answers, used, to, calls }),
  clear: () => {
    for (const list of [answers, used, to]) {
      list.length = 0;
    }
  },
};

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const control = controls[pathname.slice('/control/'.length)];
  if (control) {
    response.end(JSON.stringify(control(searchParams) ?? null));
    return;
  }
  if (process.env['ISSUER'] && pathname.startsWith('/.well-known/oauth-protected-resource')) {
    const resource = `http://${request.headers.host}/mcp`;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ resource, authorization_servers: [process.env['ISSUER']] }));
    return;
  }
  let body = '';
  for await (const chunk of request) {
    body += chunk;
    if (how === 'resetBefore' && times > 0 && !isRequest(body)) {
      times -= 1;
      request.socket.destroy();
      return;
    }
  }
  const message: Message = body ? JSON.parse(body) : {};
  const isKnown =
    isModern || message.method === 'initialize' || sessions.has(String(request.headers['mcp-session-id']));
  if (pathname !== '/mcp' || !(isKnown || message.method === 'server/discover')) {
    response.writeHead(404).end();
  } else if (request.method === 'POST') {
    post(message, request, response);
  } else {
    response.writeHead(405).end();
  }
}).listen(Number(process.env['PORT']));

/** True for a request or notification that contains no answer. */
function isRequest(body: string): boolean {
  return isModern ? !body.includes('"inputResponses"') : body.includes('"method"');
}
