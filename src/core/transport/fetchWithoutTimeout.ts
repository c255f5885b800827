import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { FetchLike } from '@modelcontextprotocol/client';

// Required at run time and without the prefix `node:`: an extension host answers that with modules of its own, which apply
// its proxy settings and its certificates.
const load = createRequire(import.meta.url);
const http: typeof import('node:http') = load('http');
const https: typeof import('node:https') = load('https');

const statusesWithoutBody: ReadonlySet<number> = new Set([204, 205, 304]);
/** Keeps a silent connection open in routers, and detects that the other side is gone. */
const keepAliveMs = 30_000;
/** Bytes of a response that are read only to reuse its connection. */
const maxDiscardedBytes = 64 * 1024;

/** A request that got no response. `reached`: it had a connection, so the server may have it. */
export class FetchError extends TypeError {
  readonly wasConnected: boolean;

  constructor(reached: boolean, cause: unknown) {
    super('fetch failed', { cause });
    this.wasConnected = reached;
  }
}

interface Outgoing {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | Buffer | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * `fetch` without a time-out: a response may be silent for as long as the user thinks. Node's own `fetch` ends a response
 * after 300 s without a byte, and VS Code, which replaces it in the extension host, replaces any dispatcher that would wait
 * longer. So requests are made with Node's `http`, which has no such limit; VS Code gives it the user's proxy and
 * certificates too.
 *
 * Redirects are not followed: see `sendHttpRequest`. Response bodies are never compressed.
 * @throws FetchError `fetch failed` with the system's error as its cause, or the signal's reason; a TypeError for a URL
 * with a user or a password in it.
 */
export const fetchWithoutTimeout: FetchLike = async (url, init = {}) => {
  const target = new URL(url);
  if (target.username || target.password) {
    throw new TypeError('A URL with a user or a password in it cannot be requested.');
  }
  return responseOf(await send(target, await outgoingOf(target, init)));
};

/** Makes a `Request` only for a body that is no text: each leaves a listener on its signal until it is collected. */
async function outgoingOf(url: URL, { method = 'GET', headers: given, body, signal }: RequestInit): Promise<Outgoing> {
  const common = { method: method.toUpperCase(), signal: signal ?? undefined };
  const headers = given instanceof Headers ? given : new Headers(given);
  if (typeof body === 'string' || body === undefined || body === null) {
    return { ...common, headers: headersOf(headers), body: body ?? undefined };
  }
  const request = new Request(url, { method, headers, body, duplex: 'half' } as RequestInit);
  return { ...common, headers: headersOf(request.headers), body: Buffer.from(await request.arrayBuffer()) };
}

function headersOf(headers: Headers): Record<string, string> {
  return { accept: '*/*', ...Object.fromEntries(headers), 'accept-encoding': 'identity' };
}

function send(url: URL, { method, headers, body, signal }: Outgoing): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    let end: (reason: Error) => void = (reason) => sending.destroy(reason);
    const sending = request(url, { method, headers }, (message) => {
      // Destroying the request now would return its connection to the pool and then break it, with an uncaught error.
      end = (reason) => message.destroy(reason);
      resolve(message);
    });
    // As an option of the request, the signal would also end the connection, which another request may use by then.
    const abort = () => end(signal?.reason);
    signal?.addEventListener('abort', abort);
    sending.on('close', () => signal?.removeEventListener('abort', abort));
    let reached = false;
    sending.once('socket', (socket) => {
      // A socket that is connected already has carried other requests, or comes from a proxy: it counts as connected.
      reached = !socket.connecting;
      if (socket.connecting) {
        socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
          reached = true;
        });
      }
    });
    sending.on('error', (error) => reject(signal?.aborted ? signal.reason : new FetchError(reached, error)));
    sending.setSocketKeepAlive(true, keepAliveMs);
    sending.end(body);
  });
}

/** The messages whose bodies are those of the responses. */
const sources = new WeakMap<Response, IncomingMessage>();

/** The chunks of a response's body. For a response of `fetchWithoutTimeout` without the web stream, which costs more. */
export function bodyChunks(response: Response): AsyncIterable<Uint8Array> {
  return sources.get(response) ?? response.body ?? noChunks();
}

/** Discards the rest of a body, so that its connection can be reused. A body that is too long ends the connection. */
export function discardBody(response: Response): void {
  const source = sources.get(response);
  if (source) {
    let left = maxDiscardedBytes;
    source.on('data', ({ length }: Buffer) => {
      left -= length;
      if (left < 0) {
        source.destroy();
      }
    });
  } else {
    response.body?.cancel().catch(() => undefined);
  }
}

async function* noChunks(): AsyncGenerator<Uint8Array> {}

function responseOf(message: IncomingMessage): Response {
  // An error that comes while nothing is read is thrown at the next read.
  message.on('error', () => undefined);
  const status = message.statusCode ?? 0;
  const headers = new Headers();
  for (let index = 0; index < message.rawHeaders.length; index += 2) {
    headers.append(message.rawHeaders[index] ?? '', message.rawHeaders[index + 1] ?? '');
  }
  const init = { status, statusText: http.STATUS_CODES[status] ?? '', headers };
  if (statusesWithoutBody.has(status)) {
    message.resume();
    return new Response(null, init);
  }
  const response = new Response(
    byteStream(message, () => message.destroy()),
    init,
  );
  sources.set(response, message);
  return response;
}

/**
 * The chunks as the body of a response: pulled as they are read, and cancelled with the body. `release` ends their source,
 * because returning an iterator that was never started does not.
 */
function byteStream(chunks: AsyncIterable<Uint8Array>, release: () => void): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) {
          controller.close();
        } else {
          controller.enqueue(value);
        }
      },
      async cancel() {
        release();
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
