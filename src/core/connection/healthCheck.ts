import { ProtocolError } from '@modelcontextprotocol/client';
import { settlesWithin } from '#core/common/timing.ts';
import { rawSchema } from '#core/connection/sdk/rawResult.ts';
import { noRequestTimeout } from '#core/connection/sdk/requestTimeout.ts';
import { PausableTimeout } from '#core/model/pausableTimeout.ts';
import type { ConnectionContext } from './connectionContext.ts';
import { httpStatusOf } from './connectionFailure.ts';

interface HealthListeners {
  /** The server does not answer. */
  readonly gone: (error: unknown) => void;
  /** The server answers, but does not know the session. */
  readonly forgotten: (error: unknown) => void;
}

/** Asks an HTTP server whether it is there: Streamable HTTP does not report that a server is gone. */
export class HealthCheck {
  readonly #context: ConnectionContext;
  readonly #listeners: HealthListeners;
  #running: Promise<void> | undefined;

  constructor(context: ConnectionContext, listeners: HealthListeners) {
    this.#context = context;
    this.#listeners = listeners;
  }

  /**
   * Asks the server, and calls `gone` or `forgotten` when something is wrong. Resolves when that is known, at the latest
   * after `aliveMs`. While the user is asked, a server that is merely silent is not given up: it may be waiting for that
   * very answer.
   */
  async check(): Promise<void> {
    this.#running ??= this.#ping().finally(() => {
      this.#running = undefined;
    });
    await settlesWithin(this.#running, this.#context.limits.aliveMs);
  }

  async #ping(): Promise<void> {
    const { client, transport, era, limits, interactions } = this.#context;
    const limit = new PausableTimeout(limits.aliveMs, interactions);
    const options = { timeout: noRequestTimeout, signal: limit.signal };
    try {
      await client.request({ method: era === 'legacy' ? 'ping' : 'server/discover' }, rawSchema, options);
    } catch (error) {
      if (error instanceof ProtocolError || httpStatusOf(error) === 429) {
        // Any answer shows that the server is there. Too many requests are no reason to end those that run.
        return;
      }
      if (transport.sessionId !== undefined && refusesSession(error)) {
        this.#listeners.forgotten(error);
      } else {
        this.#listeners.gone(error);
      }
    } finally {
      limit.dispose();
    }
  }
}

/**
 * True if a server has refused a request for its session. The specification requires 404; many servers answer 400.
 * Source: MCP specification 2025-11-25, basic/transports, "Session Management".
 */
export function refusesSession(error: unknown): boolean {
  return [400, 404].includes(httpStatusOf(error) ?? 0);
}
