import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { FetchLike } from '@modelcontextprotocol/client';

// Asked for at run time and without the prefix: that is what an editor's extension host answers with modules of its own,
// which know its proxy settings and its certificates.
const load = createRequire(import.meta.url);
const http: typeof import('node:http') = load('http');
const https: typeof import('node:https') = load('https');

const mostRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);
/** What keeps a silent connection known to the routers on its way, and notices that the other side has vanished. */
const keepAliveMs = 30_000;
/** Bytes that are read of a response only to have its connection again. */
const mostDropped = 64 * 1024;

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
 * `fetch` whose response may be silent for as long as a person thinks. Node's own ends a response after 300 s without a
 * byte; and VS Code, which replaces it in the extension host, puts a dispatcher of its own in the place of any that
 * would wait longer. So requests are made with Node's `http`, which has no such limit, and which VS Code equips with the
 * person's proxy and certificates as well.
 *
 * Redirects are followed within one host, so that headers with credentials go nowhere else; others are given back as
 * they are. Response bodies are never compressed.
 * @throws FetchError `fetch failed` with the system's error as its cause, or the signal's reason; a TypeError for a URL
 * with a user or a password in it.
 */
export const fetchWithoutTimeout: FetchLike = async (url, init = {}) => {
  let target = new URL(url);
  if (target.username || target.password) {
    throw new TypeError('A URL with a user or a password in it cannot be requested.');
  }
  let outgoing = await outgoingOf(target, init);
  for (let hops = 0; ; hops += 1) {
    const message = await send(target, outgoing);
    const follows = (init.redirect ?? 'follow') === 'follow' && hops < mostRedirects;
    const next = follows ? redirectOf(message, target) : undefined;
    if (!next) {
      return responseOf(message);
    }
    message.destroy();
    target = next;
    outgoing = redirected(outgoing, message.statusCode);
  }
};

/** A `Request` is made only of a body that is no text: each leaves a listener on its signal, until it is collected. */
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
      // To end the request now would hand its connection back and then break it, where nobody catches the error.
      end = (reason) => message.destroy(reason);
      resolve(message);
    });
    // As an option of the request, the signal would end the connection too, whichever request has it by then.
    const abort = () => end(signal?.reason);
    signal?.addEventListener('abort', abort);
    sending.on('close', () => signal?.removeEventListener('abort', abort));
    let reached = false;
    sending.once('socket', (socket) => {
      // One that is connected already has carried other requests, or comes from a proxy: nothing is known of it.
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

/** Where a response sends the request on to; `undefined` when nowhere, or to another host. */
function redirectOf({ statusCode, headers }: IncomingMessage, from: URL): URL | undefined {
  const { location } = headers;
  if (location === undefined || !redirects.has(statusCode ?? 0) || !URL.canParse(location, from.href)) {
    return undefined;
  }
  const to = new URL(location, from);
  const safer = from.protocol === 'http:' && to.protocol === 'https:' && from.hostname === to.hostname;
  return to.origin === from.origin || safer ? to : undefined;
}

/** As browsers do it: what was posted is asked for instead, unless the status says to send it again. */
function redirected(outgoing: Outgoing, status: number | undefined): Outgoing {
  const asks = status === 303 || ((status === 301 || status === 302) && outgoing.method === 'POST');
  if (!asks || outgoing.method === 'GET' || outgoing.method === 'HEAD') {
    return outgoing;
  }
  const { 'content-type': _type, 'content-length': _length, ...headers } = outgoing.headers;
  return { ...outgoing, method: 'GET', headers, body: undefined };
}

/** What the bodies of responses are made of. */
const sources = new WeakMap<Response, IncomingMessage>();

/** The chunks of a response's body, of any `fetch`; of this one's without the web stream around them, which costs more. */
export function bodyChunks(response: Response): AsyncIterable<Uint8Array> {
  return sources.get(response) ?? response.body ?? noChunks();
}

/**
 * Nobody reads what is left of a response: it is dropped as it comes, and its connection can be used again. When it is too
 * much, the connection ends.
 */
export function discardBody(response: Response): void {
  const source = sources.get(response);
  if (source) {
    let left = mostDropped;
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
  // An error that comes while nobody reads is told to the next who does.
  message.on('error', () => undefined);
  const status = message.statusCode ?? 0;
  const headers = new Headers();
  for (let index = 0; index < message.rawHeaders.length; index += 2) {
    headers.append(message.rawHeaders[index] ?? '', message.rawHeaders[index + 1] ?? '');
  }
  const init = { status, statusText: http.STATUS_CODES[status] ?? '', headers };
  if (withoutBody.has(status)) {
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
 * The chunks as the body of a response: asked for as they are read, and given up when nobody reads on. `release` lets go
 * of their source, of which chunks that were never asked for know nothing.
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
