import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ModelFormat, type ModelRequest, type NextTurn, replyTo } from './turns.ts';

/** A scripted model that agents reach on the loopback interface. */
export interface ModelServer {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The requests for a turn, the oldest first. */
  readonly requests: readonly ModelRequest[];
  /** The addresses that the agent wanted of the internet, and what it wanted here that no format serves. All were refused. */
  readonly refused: readonly string[];
  close(): Promise<void>;
}

const maxBodyBytes = 64 * 1024 * 1024;

/**
 * Serves one wire format. It is also the HTTP proxy of the agent's environment and refuses everything that is sent through it,
 * so that an agent that wants the internet is seen, and gets nothing.
 */
export async function startModelServer(format: ModelFormat, nextTurn: NextTurn): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const refused: string[] = [];
  const sockets = new Set<Socket>();

  const refuse = (response: ServerResponse, what: string) => {
    refused.push(what);
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"Not found"}}');
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const text = await readBody(request);
    const target = request.url ?? '';
    if (!target.startsWith('/')) return refuse(response, target);
    const { pathname } = new URL(target, 'http://localhost');
    if (request.method !== 'POST' || !format.isTurn(pathname)) {
      const other = format.other?.(pathname);
      if (other === undefined) return refuse(response, `${request.method} ${pathname}`);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(other));
      return;
    }
    const body: unknown = JSON.parse(text);
    const read = format.read(body);
    if (read.tools.length > 0) requests.push(read);
    const reply = await replyTo(read, nextTurn, `call_${requests.length}`);
    if (!format.isStreamed(pathname, body)) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(format.whole(reply, body)));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    for (const { event, data } of format.stream(reply, body)) {
      const line = typeof data === 'string' ? data : JSON.stringify(data);
      response.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${line}\n\n`);
    }
    response.end();
  };

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    });
  });
  server.on('connect', (request, socket) => {
    refused.push(request.url ?? '');
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The scripted model has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    refused,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new Error('The body is too long.');
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  return body.toString('utf8');
}
