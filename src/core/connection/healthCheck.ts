import { type Client, ProtocolError } from '@modelcontextprotocol/client';
import { maxTimerMs, settlesWithin } from '#core/common/timing.ts';
import { unwrapRawResult } from '#core/connection/sdk/rawResult.ts';
import { PausableTimeout, type UserInteractions } from '#core/model/pausableTimeout.ts';
import { httpStatusOf } from './connectionFailure.ts';

interface HealthCheckParts {
  readonly client: Client;
  readonly era: 'legacy' | 'modern';
  /** How long a sign of life may take, in milliseconds. */
  readonly aliveMs: number;
  readonly questions: UserInteractions | undefined;
  /** True when the server has given us a session. */
  readonly inSession: () => boolean;
  /** The server gives no sign of life. */
  readonly gone: (error: unknown) => void;
  /** It does, but does not know us any more. */
  readonly forgotten: (error: unknown) => void;
}

/** Streamable HTTP does not say when a server is gone, so it is asked. */
export class HealthCheck {
  readonly #parts: HealthCheckParts;
  #asking: Promise<void> | undefined;

  constructor(parts: HealthCheckParts) {
    this.#parts = parts;
  }

  /**
   * Asks for a sign of life, and says by `gone` and `forgotten` what is wrong. Resolves when that is known, or when it
   * has taken as long as it may. While a person is asked, a server that is merely silent is not given up: its silence
   * may be the waiting for that very answer.
   */
  async check(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    await settlesWithin(this.#asking, this.#parts.aliveMs);
  }

  async #ask(): Promise<void> {
    const { client, era, aliveMs, questions, inSession, gone, forgotten } = this.#parts;
    const limit = new PausableTimeout(aliveMs, questions);
    const options = { timeout: maxTimerMs, signal: limit.signal };
    try {
      await client.request({ method: era === 'legacy' ? 'ping' : 'server/discover' }, unwrapRawResult, options);
    } catch (error) {
      if (error instanceof ProtocolError || httpStatusOf(error) === 429) {
        // Whatever it answers, it is there; too many requests are no reason to end those that are under way.
        return;
      }
      if (inSession() && refusesSession(error)) {
        forgotten(error);
      } else {
        gone(error);
      }
    } finally {
      limit.dispose();
    }
  }
}

/**
 * True when a server has refused a request for its session. The specification wants 404; many servers say 400.
 * Source: MCP specification 2025-11-25, basic/transports, "Session Management".
 */
export function refusesSession(error: unknown): boolean {
  return [400, 404].includes(httpStatusOf(error) ?? 0);
}
