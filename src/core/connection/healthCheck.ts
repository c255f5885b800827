import { ProtocolError } from '@modelcontextprotocol/client';
import { settlesWithin } from '#core/common/timing.ts';
import { rawSchema } from '#core/connection/sdk/rawResult.ts';
import { noRequestTimeout } from '#core/connection/sdk/requestTimeout.ts';
import { PausableTimeout } from '#core/model/pausableTimeout.ts';
import type { ConnectionContext } from './connectionContext.ts';
import { httpStatusOf } from './connectionFailure.ts';

interface HealthListeners {
  /** Called if the server does not respond, or responds with an HTTP error that is no refusal of the session. */
  readonly onGone: (error: unknown) => void;
  /** Called if the server does not know the session. */
  readonly onForgotten: (error: unknown) => void;
}

/** Checks by a request whether an HTTP server is reachable: Streamable HTTP does not report that a server is gone. */
export class HealthCheck {
  readonly #context: ConnectionContext;
  readonly #listeners: HealthListeners;
  #running: Promise<void> | undefined;

  constructor(context: ConnectionContext, listeners: HealthListeners) {
    this.#context = context;
    this.#listeners = listeners;
  }

  /**
   * Sends a request, and calls `onGone` or `onForgotten` if it fails. Resolves after that, at the latest after
   * `healthCheckMs`. While the user is asked, a silent server does not count as gone, because it may be waiting for the
   * user's answer.
   */
  async check(): Promise<void> {
    this.#running ??= this.#ping().finally(() => {
      this.#running = undefined;
    });
    await settlesWithin(this.#running, this.#context.limits.healthCheckMs);
  }

  async #ping(): Promise<void> {
    const { client, transport, era, limits, interactions } = this.#context;
    const limit = new PausableTimeout(limits.healthCheckMs, interactions);
    const options = { timeout: noRequestTimeout, signal: limit.signal };
    try {
      await client.request({ method: era === 'legacy' ? 'ping' : 'server/discover' }, rawSchema, options);
    } catch (error) {
      if (error instanceof ProtocolError || httpStatusOf(error) === 429) {
        // Any JSON-RPC response shows that the server is reachable. A rate limit is no reason to end running requests.
        return;
      }
      if (transport.sessionId !== undefined && refusesSession(error)) {
        this.#listeners.onForgotten(error);
      } else {
        this.#listeners.onGone(error);
      }
    } finally {
      limit.dispose();
    }
  }
}

/**
 * True if a server has refused a request because it does not know the session. The specification requires the HTTP status
 * 404; many servers return 400.
 * Source: MCP specification 2025-11-25, basic/transports, "Session Management".
 */
export function refusesSession(error: unknown): boolean {
  return [400, 404].includes(httpStatusOf(error) ?? 0);
}
