import type { FetchLike } from '@modelcontextprotocol/client';
import { HostError } from '#core/common/errors.ts';
import { discardBody, FetchError } from './fetchWithoutTimeout.ts';
import { SendFailure } from './sendFailure.ts';

const mostRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

interface HttpInit {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Headers;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/**
 * Sends one request to a server, once, and resolves with whatever status it answers. Redirects are followed where they
 * keep the method and stay within the origin; others are given back as they are.
 * @throws SendFailure `notSent` or `unknown`; a HostError of the sign-in; the reason of the signal.
 */
export async function sendHttpRequest(fetch: FetchLike, url: URL, init: HttpInit): Promise<Response> {
  let target = url;
  for (let hops = 0; ; hops += 1) {
    const response = await once(fetch, target, init);
    const next = hops < mostRedirects ? redirectOf(response, target, init.method) : undefined;
    if (!next) {
      return response;
    }
    discardBody(response);
    target = next;
  }
}

async function once(fetch: FetchLike, url: URL, init: HttpInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'manual' });
  } catch (error) {
    init.signal.throwIfAborted();
    throw error instanceof HostError ? error : failureOf(error);
  }
}

/** Nothing can be known of a request that had a connection; everything else went wrong before that. */
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
  const location = redirects.has(response.status) ? response.headers.get('location') : null;
  const keepsMethod = method === 'GET' || response.status === 307 || response.status === 308;
  if (location === null || !keepsMethod || !URL.canParse(location, from.href)) {
    return undefined;
  }
  const to = new URL(location, from);
  const safer =
    from.protocol === 'http:' && to.protocol === 'https:' && from.hostname === to.hostname && !from.port && !to.port;
  return !to.username && !to.password && (to.origin === from.origin || safer) ? to : undefined;
}
