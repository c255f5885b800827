import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { FetchLike } from '@modelcontextprotocol/client';
import { byteStream } from './byteStream.ts';

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

interface Outgoing {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer | undefined;
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
 * @throws TypeError `fetch failed` with the system's error as its cause, or the signal's reason.
 */
export const longFetch: FetchLike = async (url, init) => {
  const request = new Request(url, init);
  const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
  let target = new URL(request.url);
  let outgoing: Outgoing = {
    method: request.method,
    headers: { accept: '*/*', ...Object.fromEntries(request.headers), 'accept-encoding': 'identity' },
    body,
    // The signal of `request` falls silent once nobody holds `request` any more.
    signal: init?.signal ?? undefined,
  };
  for (let hops = 0; ; hops += 1) {
    const message = await send(target, outgoing);
    const next = request.redirect === 'follow' && hops < mostRedirects ? redirectOf(message, target) : undefined;
    if (!next) {
      return responseOf(message);
    }
    message.destroy();
    target = next;
    outgoing = redirected(outgoing, message.statusCode);
  }
};

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
    sending.on('error', (error) =>
      reject(signal?.aborted ? signal.reason : new TypeError('fetch failed', { cause: error })),
    );
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
  return new Response(
    byteStream(message, () => message.destroy()),
    init,
  );
}
