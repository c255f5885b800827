import type { FetchLike, TransportSendOptions } from '@modelcontextprotocol/client';
import { HostError } from '#core/common/errors.ts';
import { discardBody, FetchError } from './fetchWithoutTimeout.ts';
import { SendFailure } from './sendFailure.ts';

const maxRedirects = 5;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** How one message is posted. */
export interface HttpSendOptions extends TransportSendOptions {
  /** In place of the transport's own `fetch`. */
  readonly fetch?: FetchLike;
  /** The JSON of the message, in place of the one that `JSON.stringify` writes. */
  readonly text?: string;
}

interface HttpInit {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Headers;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/**
 * Sends one HTTP request to a server, once, and resolves with the response, whatever its status. Follows redirects that keep
 * the method and stay within the origin, so that headers with credentials reach no other origin; the change from `http:` to
 * `https:` at the default ports is allowed. Returns other redirects as they are.
 * @throws SendFailure `notSent` or `unknown`; a HostError of the sign-in; the reason of the signal.
 */
export async function sendHttpRequest(fetch: FetchLike, url: URL, init: HttpInit): Promise<Response> {
  let target = url;
  for (let hops = 0; ; hops += 1) {
    const response = await fetchOnce(fetch, target, init);
    const next = hops < maxRedirects ? redirectTarget(response, target, init.method) : undefined;
    if (!next) {
      return response;
    }
    discardBody(response);
    target = next;
  }
}

async function fetchOnce(fetch: FetchLike, url: URL, init: HttpInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'manual' });
  } catch (error) {
    init.signal.throwIfAborted();
    throw error instanceof HostError ? error : toSendFailure(error);
  }
}

/** The outcome is `unknown` if there was a connection, because the request may have arrived; otherwise `notSent`. */
function toSendFailure(error: unknown): SendFailure {
  const wasConnected = error instanceof FetchError ? error.wasConnected : isFetchFailure(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new SendFailure({ outcome: wasConnected ? 'unknown' : 'notSent', message, cause: error });
}

function isFetchFailure(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'fetch failed';
}

function redirectTarget(response: Response, source: URL, method: string): URL | undefined {
  const location = redirectStatuses.has(response.status) ? response.headers.get('location') : null;
  const keepsMethod = method === 'GET' || response.status === 307 || response.status === 308;
  if (location === null || !keepsMethod || !URL.canParse(location, source.href)) {
    return undefined;
  }
  const target = new URL(location, source);
  const isUpgrade =
    source.protocol === 'http:' &&
    target.protocol === 'https:' &&
    source.hostname === target.hostname &&
    !source.port &&
    !target.port;
  return !target.username && !target.password && (target.origin === source.origin || isUpgrade) ? target : undefined;
}
