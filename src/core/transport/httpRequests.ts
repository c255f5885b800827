import type { FetchLike } from '@modelcontextprotocol/client';
import { HostError } from '#core/common/errors.ts';
import { discardBody, FetchError } from './fetchWithoutTimeout.ts';
import { SendFailure } from './sendFailure.ts';

const maxRedirects = 5;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

interface HttpInit {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Headers;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/**
 * Sends one request to a server, once, and resolves with the response, whatever its status. Follows redirects that keep the
 * method and stay within the origin, so that headers with credentials reach no other host; returns other redirects.
 * @throws SendFailure `notSent` or `unknown`; a HostError of the sign-in; the reason of the signal.
 */
export async function sendHttpRequest(fetch: FetchLike, url: URL, init: HttpInit): Promise<Response> {
  let target = url;
  for (let hops = 0; ; hops += 1) {
    const response = await fetchOnce(fetch, target, init);
    const next = hops < maxRedirects ? redirectOf(response, target, init.method) : undefined;
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
    throw error instanceof HostError ? error : failureOf(error);
  }
}

/** A request that had a connection may have arrived; any other was not sent. */
function failureOf(error: unknown): SendFailure {
  const reached = error instanceof FetchError ? error.wasConnected : isFetchFailure(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new SendFailure({ outcome: reached ? 'unknown' : 'notSent', message, cause: error });
}

function isFetchFailure(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'fetch failed';
}

function redirectOf(response: Response, from: URL, method: string): URL | undefined {
  const location = redirectStatuses.has(response.status) ? response.headers.get('location') : null;
  const keepsMethod = method === 'GET' || response.status === 307 || response.status === 308;
  if (location === null || !keepsMethod || !URL.canParse(location, from.href)) {
    return undefined;
  }
  const to = new URL(location, from);
  const safer =
    from.protocol === 'http:' && to.protocol === 'https:' && from.hostname === to.hostname && !from.port && !to.port;
  return !to.username && !to.password && (to.origin === from.origin || safer) ? to : undefined;
}
