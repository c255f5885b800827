import { setTimeout as delay } from 'node:timers/promises';
import { isRecord } from '#form/json.ts';
import type { EventStreamReader } from './eventStream.ts';
import { discardBody } from './fetchWithoutTimeout.ts';
import { isEventStream } from './httpResponses.ts';
import { SendFailure } from './sendFailure.ts';

/** `failed`: the server is there, or at least its machine. */
type ReconnectOutcome =
  | { readonly kind: 'open'; readonly response: Response }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'failed' | 'unreachable' };

/** What a server says that cannot serve a request for now. */
const busy: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** Of what a server wishes for in a `retry` field: the least keeps one that wishes for no pause from a busy loop. */
const retryRange = { leastMs: 100, mostMs: 3_600_000 };

/**
 * Asks for a stream again by `get`. Rejects only when the signal has fired.
 * Source: MCP specification 2025-11-25, basic/transports, "Resumability and Redelivery".
 */
export async function reconnectStream(get: () => Promise<Response>, signal: AbortSignal): Promise<ReconnectOutcome> {
  try {
    const response = await get();
    if (isEventStream(response)) {
      return { kind: 'open', response };
    }
    discardBody(response);
    return response.status >= 500 ? { kind: 'failed' } : { kind: 'refused', status: response.status };
  } catch (error) {
    signal.throwIfAborted();
    return { kind: isRefusal(error) ? 'failed' : 'unreachable' };
  }
}

/**
 * Waits before a stream is asked for again. `failures`: how many there were in a row, before the last. The server's own
 * wish is waited, within bounds, and longer after failures. Rejects when the signal fires.
 * Source: MCP specification 2025-11-25, basic/transports, "Sending Messages to the Server": "The client MUST respect the
 * `retry` field".
 */
export async function pauseBeforeReconnect(
  { retryMs }: Pick<EventStreamReader, 'retryMs'>,
  failures: number,
  { firstMs, mostMs }: { readonly firstMs: number; readonly mostMs: number },
  signal: AbortSignal,
): Promise<void> {
  const growing = Math.min(firstMs * 2 ** Math.min(failures, 20), mostMs);
  const wished = retryMs === undefined ? undefined : Math.min(Math.max(retryMs, retryRange.leastMs), retryRange.mostMs);
  await delay(failures === 0 ? (wished ?? growing) : Math.max(wished ?? 0, growing), undefined, { signal });
}

/** True where a stream that could not be had may be had later: the server is out of reach, or busy. */
export function isTemporaryFailure(error: unknown): boolean {
  return error instanceof SendFailure && (error.status === undefined || busy.has(error.status));
}

/** Nobody listens there: the machine is there and the server is not. */
function isRefusal(error: unknown): boolean {
  const fetchError = error instanceof SendFailure ? error.cause : error;
  const cause = fetchError instanceof Error ? fetchError.cause : undefined;
  return isRecord(cause) && cause['code'] === 'ECONNREFUSED';
}
