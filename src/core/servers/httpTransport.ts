import {
  type FetchLike,
  SdkHttpError,
  SSEClientTransport,
  SseError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { HostError } from '../errors.ts';
import type { LaunchSpec } from './definition.ts';
import { boundedFetch } from './httpResponses.ts';
import { isFit, type Misfits } from './onlyMessages.ts';

type HttpSpec = Extract<LaunchSpec, { type: 'http' | 'sse' }>;

const noReconnection = { initialReconnectionDelay: 0, maxReconnectionDelay: 0, reconnectionDelayGrowFactor: 1 };

/** `fetch`: see `HttpStreams`. */
export function streamableHttp(spec: HttpSpec, fetch: FetchLike): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(urlOf(spec), {
    requestInit: { headers: { ...spec.headers } },
    fetch,
    // `HttpStreams` does it.
    reconnectionOptions: { ...noReconnection, maxRetries: 0 },
  });
}

export function httpWithSse(spec: HttpSpec, fetch: FetchLike, ignored: Misfits['ignored']): SSEClientTransport {
  const requestInit = { headers: { ...spec.headers } };
  const misfits: Misfits = { ignored, receive: (request) => transport.onmessage?.(request) };
  const transport: SSEClientTransport = new SSEClientTransport(urlOf(spec), {
    requestInit,
    fetch: boundedFetch(fetch, (event) => isFit(event, misfits)),
  });
  return transport;
}

/**
 * True when a server may be one of the old ones that speak HTTP+SSE only.
 * Source: MCP specification, basic/transports, "Backwards Compatibility".
 */
export function mayBeHttpWithSse(error: unknown): boolean {
  return error instanceof SdkHttpError && [400, 404, 405].includes(error.data?.status ?? 0);
}

/** True when the one stream of HTTP+SSE has ended, and with it the session. */
export function endsTheSession(error: Error): boolean {
  return error instanceof SseError;
}

/** True for the SDK's word on a standalone stream that the server does not offer any more. */
export function isEndOfStandaloneStream(error: Error): boolean {
  return error.message.startsWith('Maximum reconnection attempts');
}

function urlOf(spec: HttpSpec): URL {
  try {
    return new URL(spec.url);
  } catch {
    throw new HostError({
      name: 'EntryInvalid',
      summary: t('{0} is not a URL.', spec.url),
      remedy: t('Check "url" in the entry: it starts with https:// or http://.'),
    });
  }
}
