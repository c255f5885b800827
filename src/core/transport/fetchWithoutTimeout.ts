import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { FetchLike } from '@modelcontextprotocol/client';

// Loaded with `require` and without the prefix `node:`: the extension host replaces exactly these modules, by ones that
// apply VS Code's proxy settings and certificates.
const requireModule = createRequire(import.meta.url);
const http: typeof import('node:http') = requireModule('http');
const https: typeof import('node:https') = requireModule('https');

const statusesWithoutBody: ReadonlySet<number> = new Set([204, 205, 304]);
/** The interval of TCP keep-alive, which keeps an idle connection open in routers and detects a dead server. */
const keepAliveMs = 30_000;
/** The number of bytes of a discarded body that are read so that its connection can be reused. */
const maxDiscardedBytes = 64 * 1024;
/** The time in which a discarded body has to end. In milliseconds. */
const discardMs = 2000;

/** The error of an HTTP request without a response. `wasConnected`: true if the server may have received the request. */
export class FetchError extends TypeError {
  readonly wasConnected: boolean;

  constructor(wasConnected: boolean, cause: unknown) {
    super('fetch failed', { cause });
    this.wasConnected = wasConnected;
  }
}

interface HttpRequestParts {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | Buffer | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * `fetch` without a time-out: during a response the server may send nothing until the user has answered. Node's own `fetch`
 * ends a response after 300 s without a byte. In the extension host VS Code has its own `fetch`, which overrides the option
 * `dispatcher`, so this limit cannot be raised. Therefore requests are made with Node's `http`, which has no such limit and,
 * in the extension host, uses the same proxy and certificates.
 *
 * Redirects are not followed: see `sendHttpRequest`. Response bodies are never compressed.
 * @throws FetchError if there is no response; `cause` is the system's error.
 * @throws the signal's reason if it is aborted.
 * @throws TypeError if the URL has a user name or a password.
 */
export const fetchWithoutTimeout: FetchLike = async (url, init = {}) => {
  const target = new URL(url);
  if (target.username || target.password) {
    throw new TypeError('A URL with a user or a password in it cannot be requested.');
  }
  return createResponse(await send(target, await readRequestInit(target, init)));
};

/** Reads the method, the headers and the body. A `Request` serializes a body that is no string, and adds the content type. */
async function readRequestInit(
  url: URL,
  { method = 'GET', headers: init, body, signal }: RequestInit,
): Promise<HttpRequestParts> {
  const common = { method: method.toUpperCase(), signal: signal ?? undefined };
  const headers = init instanceof Headers ? init : new Headers(init);
  if (typeof body === 'string' || body === undefined || body === null) {
    return { ...common, headers: withFixedHeaders(headers), body: body ?? undefined };
  }
  const request = new Request(url, { method, headers, body, duplex: 'half' } as RequestInit);
  return { ...common, headers: withFixedHeaders(request.headers), body: Buffer.from(await request.arrayBuffer()) };
}

function withFixedHeaders(headers: Headers): Record<string, string> {
  return { accept: '*/*', ...Object.fromEntries(headers), 'accept-encoding': 'identity' };
}

function send(url: URL, { method, headers, body, signal }: HttpRequestParts): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    let destroy: (reason: Error) => void = (reason) => clientRequest.destroy(reason);
    const clientRequest = request(url, { method, headers }, (message) => {
      // After the response has begun, `clientRequest.destroy` would return the connection to the pool and then break it, with
      // an uncaught error.
      destroy = (reason) => message.destroy(reason);
      resolve(message);
    });
    // `signal` is not passed as an option: aborting would then also close the connection, although another request may use
    // it by then.
    const abort = () => destroy(signal?.reason);
    signal?.addEventListener('abort', abort);
    clientRequest.on('close', () => signal?.removeEventListener('abort', abort));
    let wasConnected = false;
    clientRequest.once('socket', (socket) => {
      // A socket that needs no connecting was used by an earlier request, or comes from a proxy agent.
      wasConnected = !socket.connecting;
      if (socket.connecting) {
        socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
          wasConnected = true;
        });
      }
    });
    clientRequest.on('error', (error) => reject(signal?.aborted ? signal.reason : new FetchError(wasConnected, error)));
    clientRequest.setSocketKeepAlive(true, keepAliveMs);
    clientRequest.end(body);
  });
}

/** The `IncomingMessage` from which the body of each `Response` is read. */
const incomingMessages = new WeakMap<Response, IncomingMessage>();

/**
 * The chunks of a response's body. The body of a response of `fetchWithoutTimeout` is read from Node's stream, which is
 * faster than the web stream.
 */
export function bodyChunks(response: Response): AsyncIterable<Uint8Array> {
  return incomingMessages.get(response) ?? response.body ?? noChunks();
}

/**
 * Discards the rest of a body, so that its connection can be reused. If the rest is longer than `maxDiscardedBytes`, or has not ended
 * after `discardMs`, the connection is closed instead.
 */
export function discardBody(response: Response): void {
  const message = incomingMessages.get(response);
  if (message) {
    discard(message);
  } else {
    response.body?.cancel().catch(() => undefined);
  }
}

function discard(message: IncomingMessage): void {
  let bytesLeft = maxDiscardedBytes;
  const timer = setTimeout(() => message.destroy(), discardMs).unref();
  message.once('close', () => clearTimeout(timer));
  message.on('data', ({ length }: Buffer) => {
    bytesLeft -= length;
    if (bytesLeft < 0) {
      message.destroy();
    }
  });
}

async function* noChunks(): AsyncGenerator<Uint8Array> {}

function createResponse(message: IncomingMessage): Response {
  // Without a listener, an error while the body is not read would be uncaught. The next read still throws it.
  message.on('error', () => undefined);
  const status = message.statusCode ?? 0;
  const headers = new Headers();
  for (let index = 0; index < message.rawHeaders.length; index += 2) {
    headers.append(message.rawHeaders[index] ?? '', message.rawHeaders[index + 1] ?? '');
  }
  const init = { status, statusText: http.STATUS_CODES[status] ?? '', headers };
  if (statusesWithoutBody.has(status)) {
    discard(message);
    return new Response(null, init);
  }
  const response = new Response(
    byteStream(message, () => message.destroy()),
    init,
  );
  incomingMessages.set(response, message);
  return response;
}

/**
 * A response body made of the chunks. A chunk is taken when the body is read. Cancelling the body calls `release`, which
 * must end the source of the chunks: `iterator.return()` does not do so before the first `next()`.
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
