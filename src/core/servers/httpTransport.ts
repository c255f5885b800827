import {
  type FetchLike,
  SdkHttpError,
  SSEClientTransport,
  SseError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { HostError } from '../errors.ts';
import type { LaunchSpec } from './definition.ts';
import { longFetch } from './longFetch.ts';
import { timeLimit } from './timing.ts';

type HttpSpec = Extract<LaunchSpec, { type: 'http' | 'sse' }>;

/** Some servers send no response headers before their first event; we do not wait for that. */
const streamLimitMs = 2000;

/**
 * Watches for the standalone GET stream of Streamable HTTP. In the legacy era a server may push elicitations on it,
 * and what it sends before the stream is open is lost.
 */
export class StandaloneStream {
  #expected = false;
  #answer: () => void = () => undefined;
  readonly #answered = new Promise<void>((resolve) => {
    this.#answer = resolve;
  });

  readonly fetch: FetchLike = async (url, init) => {
    const isGet = (init?.method ?? 'GET').toUpperCase() === 'GET';
    try {
      const response = await longFetch(url, init);
      // The transport opens the stream when `notifications/initialized` was answered with 202.
      this.#expected ||= !isGet && response.status === 202;
      return response;
    } finally {
      if (isGet) {
        this.#answer();
      }
    }
  };

  /** Resolves when the stream was opened or refused, or is not to be expected. */
  async ready(): Promise<void> {
    if (this.#expected) {
      await timeLimit(this.#answered, streamLimitMs);
    }
  }
}

export function streamableHttp(spec: HttpSpec, fetch: FetchLike): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(urlOf(spec), { requestInit: { headers: { ...spec.headers } }, fetch });
}

export function httpWithSse(spec: HttpSpec): SSEClientTransport {
  return new SSEClientTransport(urlOf(spec), { requestInit: { headers: { ...spec.headers } }, fetch: longFetch });
}

/**
 * True when a server may be one of the old ones that speak HTTP+SSE only.
 * Source: MCP specification, basic/transports, "Backwards Compatibility".
 */
export function mayBeHttpWithSse(error: unknown): boolean {
  return error instanceof SdkHttpError && [400, 404, 405].includes(error.data?.status ?? 0);
}

/** True for an error after which nothing more will come from the server on its own. */
export function endsTheStream(error: Error): boolean {
  return error instanceof SseError || error.message.startsWith('Maximum reconnection attempts');
}

function urlOf(spec: HttpSpec): URL {
  try {
    return new URL(spec.url);
  } catch {
    throw new HostError({
      name: 'EntryInvalid',
      summary: `${spec.url} is not a URL.`,
      remedy: 'Check "url" in the entry: it starts with https:// or http://.',
    });
  }
}
