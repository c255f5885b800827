/**
 * A Streamable HTTP server of the 2026-07-28 revision, without an SDK, that produces faults. It listens at PORT.
 *
 * Tools: `cut` breaks its response off, `cutJson` in the middle of a JSON body; `odd` returns content of an unknown type and
 * no `resultType`; `region` requires its argument in a header; `missing` responds with status 404; `flood` sends an endless
 * response; `book` sends an elicitation; `wrong` has an invalid header annotation.
 *
 * `/control/WORD`: `cutListen` and `endListen` break off and end the subscriptions; `change` adds a tool without a
 * notification; `failList` lets the next listing of tools fail; `rename` changes the header of `region`; `state` returns the
 * received requests as JSON.
 */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import process from 'node:process';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly arguments?: Record<string, unknown>; inputResponses?: unknown };
}

type Result = Record<string, unknown>;

const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const subscription = 'io.modelcontextprotocol/subscriptionId';
const receivedRequests: string[] = [];
const listening = new Map<ServerResponse, Message['id']>();
let header = 'Region';
let extra: string[] = [];
let ran = 0;
let failures = 0;

const text = (value: unknown) => ({ ...complete, content: [{ type: 'text', text: JSON.stringify(value) }] });
const event = (message: object) => `data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;

function toolList(): object[] {
  const plain = ['cut', 'cutJson', 'odd', 'missing', 'flood', 'book', ...extra];
  const place = { type: 'string', 'x-mcp-header': header };
  const nested = { type: 'object', properties: { place: { type: 'object', properties: { city: place } } } };
  const wrong = { type: 'object', properties: { list: { type: 'array', items: place } } };
  return [
    ...plain.map((name) => ({ name, inputSchema: { type: 'object' } })),
    { name: 'region', inputSchema: nested },
    { name: 'wrong', inputSchema: wrong },
  ];
}

function startStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
}

function respond(response: ServerResponse, id: Message['id'], result: Result): void {
  startStream(response);
  response.end(event({ id, result }));
}

function refuse(response: ServerResponse, status: number, id: Message['id'], code: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', ...(id !== undefined && { id }), error: { code, message } }));
}

function call({ id, params }: Message, headers: IncomingHttpHeaders, response: ServerResponse): void {
  switch (params?.name) {
    case 'cut':
      ran += 1;
      startStream(response);
      response.write(`id: 1\n${event({ method: 'notifications/message', params: { level: 'info', data: 'hm' } })}`);
      setTimeout(() => response.destroy(), 50);
      break;
    case 'cutJson':
      ran += 1;
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"jsonrpc":"2.0",');
      setTimeout(() => response.destroy(), 50);
      break;
    case 'odd':
      respond(response, id, { content: [{ type: 'hologram', depth: 3 }], mine: 'kept' });
      break;
    case 'region': {
      const { place } = params.arguments as { place: { city: string } };
      if (headers[`mcp-param-${header.toLowerCase()}`] === place.city) {
        respond(response, id, text('right'));
      } else {
        // Without the id, which is optional.
        refuse(response, 400, undefined, -32020, `Header mismatch: Mcp-Param-${header}`);
      }
      break;
    }
    case 'flood':
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      flood(response);
      break;
    case 'book':
      respond(
        response,
        id,
        params.inputResponses
          ? text(params.inputResponses)
          : {
              resultType: 'input_required',
              requestState: 'asked',
              inputRequests: {
                name: {
                  method: 'elicitation/create',
                  params: {
                    message: 'Your name?',
                    requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
                  },
                },
              },
            },
      );
      break;
    case 'missing':
      refuse(response, 404, id, -32601, 'There is no such method');
      break;
    default:
      respond(response, id, text(params?.name));
  }
}

/** Sends one endless event. */
function flood(response: ServerResponse): void {
  response.write('data: ');
  const block = 'x'.repeat(1_000_000);
  const more = () => {
    while (!response.destroyed && response.write(block)) {
      // `write` returns false while the client has not read enough; `drain` then continues.
    }
  };
  response.on('drain', more);
  more();
}

function post(message: Message, headers: IncomingHttpHeaders, response: ServerResponse): void {
  const { id, method } = message;
  switch (method) {
    case 'server/discover':
      respond(response, id, {
        ...complete,
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: { listChanged: true } },
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'fault', version: '1.0.0' } },
      });
      break;
    case 'tools/list':
      if (failures > 0) {
        failures -= 1;
        refuse(response, 200, id, -32603, 'Not yet');
      } else {
        respond(response, id, { ...complete, tools: toolList() });
      }
      break;
    case 'tools/call':
      call(message, headers, response);
      break;
    case 'subscriptions/listen':
      startStream(response);
      listening.set(response, id);
      response.write(
        event({
          method: 'notifications/subscriptions/acknowledged',
          params: { _meta: { [subscription]: id }, notifications: { toolsListChanged: true } },
        }),
      );
      response.once('close', () => listening.delete(response));
      break;
    default:
      refuse(response, 404, id, -32601, 'Method not found');
  }
}

const controls: Record<string, () => unknown> = {
  cutListen: () => {
    for (const response of listening.keys()) {
      response.destroy();
    }
  },
  endListen: () => {
    for (const [response, id] of listening) {
      response.end(event({ id, result: { resultType: 'complete', _meta: { [subscription]: id } } }));
    }
  },
  change: () => {
    extra = [...extra, `added${extra.length}`];
  },
  failList: () => {
    failures += 1;
  },
  rename: () => {
    header = 'Zone';
  },
  state: () => ({ seen: receivedRequests, ran, listening: listening.size }),
};

createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const control = controls[pathname.slice('/control/'.length)];
  if (control) {
    response.end(JSON.stringify(control() ?? null));
    return;
  }
  let body = '';
  for await (const chunk of request) {
    body += chunk;
  }
  const message: Message = body ? JSON.parse(body) : {};
  if (pathname !== '/mcp') {
    response.writeHead(404).end();
    return;
  }
  receivedRequests.push(message.method ?? String(request.method));
  if (request.method === 'POST') {
    post(message, request.headers, response);
  } else {
    response.writeHead(405).end();
  }
}).listen(Number(process.env['PORT']));
