import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs } from '#core/common/timing.ts';
import { isRecord } from '#form/json.ts';
import type { EventStreamReader } from './eventStream.ts';
import { discardBody } from './fetchWithoutTimeout.ts';
import { isEventStream } from './httpResponses.ts';
import { SendFailure } from './sendFailure.ts';

/**
 * The result of one attempt to request a stream again. `refused`: the response is no event stream. `failed`: the server has
 * an internal error, or its machine refuses connections. `unreachable`: there was no response.
 */
type ReconnectOutcome =
  | { readonly kind: 'open'; readonly response: Response }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'failed' | 'unreachable' };

/** HTTP statuses of a busy server. */
const busyStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** The bounds of the `retry` field of a server. The lower bound prevents a busy loop. */
const retryRange = { minMs: 100, maxMs: 3_600_000 };

/**
 * Requests a stream again by `get`. Rejects only if the signal has fired.
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
    return { kind: isConnectionRefused(error) ? 'failed' : 'unreachable' };
  }
}

/**
 * Waits before a stream is requested again: for the time in the server's `retry` field, within bounds, and longer after
 * failures. `failures`: the number of failures in a row. Rejects when the signal fires.
 * Source: MCP specification 2025-11-25, basic/transports, "Sending Messages to the Server": "The client MUST respect the
 * `retry` field".
 */
export async function pauseBeforeReconnect(
  { retryMs }: Pick<EventStreamReader, 'retryMs'>,
  failures: number,
  { firstMs, maxMs }: { readonly firstMs: number; readonly maxMs: number },
  signal: AbortSignal,
): Promise<void> {
  const backoff = backoffMs(failures, firstMs, maxMs);
  const serverPauseMs =
    retryMs === undefined ? undefined : Math.min(Math.max(retryMs, retryRange.minMs), retryRange.maxMs);
  await delay(failures === 0 ? (serverPauseMs ?? backoff) : Math.max(serverPauseMs ?? 0, backoff), undefined, {
    signal,
  });
}

/** True if a later attempt to open a stream may succeed: the server is unreachable or busy. */
export function isTemporaryFailure(error: unknown): boolean {
  return error instanceof SendFailure && (error.status === undefined || busyStatuses.has(error.status));
}

/** True if the machine refused the connection, because no server listens at the port. */
function isConnectionRefused(error: unknown): boolean {
  const fetchError = error instanceof SendFailure ? error.cause : error;
  const cause = fetchError instanceof Error ? fetchError.cause : undefined;
  return isRecord(cause) && cause['code'] === 'ECONNREFUSED';
}
