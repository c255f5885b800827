import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import type { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import { requiresPages, throughRequiredUrls } from './requiredUrls.ts';

/**
 * Retries requests outside of calls, such as lists, that the server refused with -32042 until the user has opened pages. The
 * retries run in the background, so that a start does not wait for the user, and one after the other, because the same page
 * often unlocks all of them. They belong to no call, so the elicitations are attributed to the server alone. Once the user
 * has refused a page, no further retry is queued.
 */
export class RetryAfterPages {
  readonly #elicitations: ElicitationHandler;
  readonly #era: 'legacy' | 'modern';
  readonly #end = new AbortController();
  readonly #signal: AbortSignal;
  readonly #waiting = new Set<string>();
  #queue: Promise<void> = Promise.resolve();
  #hasUserRefused = false;

  /** `signal` fires when the server is gone. In the `modern` era the error -32042 has no meaning. */
  constructor(elicitations: ElicitationHandler, era: 'legacy' | 'modern', signal: AbortSignal) {
    this.#elicitations = elicitations;
    this.#era = era;
    this.#signal = AbortSignal.any([signal, this.#end.signal]);
  }

  /**
   * If `error` is -32042, queues one retry of `send` per `name` for after the user has opened the pages, and returns true.
   * Calls `failed` if the user refuses or the retry fails.
   */
  queueRetry(name: string, error: unknown, send: () => Promise<unknown>, failed: (error: unknown) => void): boolean {
    if (this.#era === 'modern' || !requiresPages(error) || this.#hasUserRefused) {
      return false;
    }
    if (!this.#waiting.has(name)) {
      this.#waiting.add(name);
      this.#queue = this.#queue.then(() => this.#retry(send).catch(failed)).finally(() => this.#waiting.delete(name));
    }
    return true;
  }

  /** The connection is gone: cancels the queued retries. */
  end(): void {
    this.#end.abort(new HostError({ name: 'ServerStopped', summary: t('The connection was closed.') }));
  }

  async #retry(send: () => Promise<unknown>): Promise<void> {
    try {
      await throughRequiredUrls(send, { elicitations: this.#elicitations, signal: this.#signal });
    } catch (error) {
      this.#hasUserRefused ||= error instanceof HostError;
      throw error;
    }
  }
}
