import { setTimeout as delay } from 'node:timers/promises';
import type { FetchLike } from '@modelcontextprotocol/client';
import { isRecord } from '../../form/json.ts';
import type { EventStream } from './eventStream.ts';
import { isEventStream } from './httpResponses.ts';

/** A stream of a Streamable HTTP server, over however many connections. */
export interface Stream {
  /** Of the request whose response it brings; the standalone stream has none. */
  readonly id?: unknown;
  readonly url: string | URL;
  /** As it was first asked for. */
  readonly init: RequestInit & { readonly headers: Headers };
  resumable: boolean;
}

/** `failed`: the server is there, or at least its machine. */
export type Outcome =
  | { readonly kind: 'open'; readonly response: Response }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'failed' | 'unreachable' };

/** Of what a server wishes for in a `retry` field. */
const retryRange = { leastMs: 100, mostMs: 3_600_000 };

/**
 * Asks for a stream again, from its last event on where that has an id. Rejects only when the stream's signal has fired.
 * Source: MCP specification 2025-11-25, basic/transports, "Resumability and Redelivery".
 */
export async function connectAgain(fetch: FetchLike, events: EventStream, { url, init }: Stream): Promise<Outcome> {
  const headers = new Headers(init.headers);
  headers.set('accept', 'text/event-stream');
  headers.delete('content-type');
  if (events.lastEventId !== undefined) {
    headers.set('last-event-id', headerOf(events.lastEventId));
  }
  const { body: _body, ...rest } = init;
  try {
    const response = await fetch(url, { ...rest, method: 'GET', headers });
    if (isEventStream(response)) {
      return { kind: 'open', response };
    }
    await response.body?.cancel();
    return response.status >= 500 ? { kind: 'failed' } : { kind: 'refused', status: response.status };
  } catch (error) {
    init.signal?.throwIfAborted();
    return { kind: isRefusal(error) ? 'failed' : 'unreachable' };
  }
}

/**
 * Waits before a stream is asked for again. `attempts`: how many there were since the last event. The server's own wish
 * counts, within bounds. Rejects when the stream's signal fires.
 */
export async function pauseBefore(
  events: EventStream,
  attempts: number,
  { firstMs, mostMs }: { readonly firstMs: number; readonly mostMs: number },
  { init }: Stream,
): Promise<void> {
  const growing = Math.min(firstMs * 2 ** Math.min(attempts, 20), mostMs);
  const wished =
    events.retryMs === undefined
      ? undefined
      : Math.min(Math.max(events.retryMs, retryRange.leastMs), retryRange.mostMs);
  await delay(attempts === 0 ? (wished ?? growing) : Math.max(wished ?? 0, growing), undefined, {
    signal: init.signal ?? undefined,
  });
}

/** The UTF-8 of an id, in the one character for each byte that a header is made of. */
function headerOf(id: string): string {
  return Buffer.from(id, 'utf8').toString('latin1');
}

/** Nobody listens there: the machine is there and the server is not. */
function isRefusal(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return isRecord(cause) && cause['code'] === 'ECONNREFUSED';
}
