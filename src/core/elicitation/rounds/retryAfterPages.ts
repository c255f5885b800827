import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import type { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import { requiresPages, throughRequiredUrls } from './requiredUrls.ts';

/**
 * Retries requests outside of calls, such as lists, to which the server responded with -32042. The retries run in the
 * background, so that the start of a server does not wait for the user, and one after the other, because the same page is
 * often enough for all of them. The retries belong to no call, so their elicitations are attributed to the server only. Once the
 * user has declined or cancelled a page, no further retry is queued.
 */
export class RetryAfterPages {
  readonly #elicitations: ElicitationHandler;
  readonly #era: 'legacy' | 'modern';
  readonly #end = new AbortController();
  readonly #signal: AbortSignal;
  readonly #waiting = new Set<string>();
  #queue: Promise<void> = Promise.resolve();
  /** True after a page was declined or cancelled. */
  #isRefused = false;

  /** `signal` is aborted when the connection ends. In the `modern` era the error -32042 has no meaning. */
  constructor(elicitations: ElicitationHandler, era: 'legacy' | 'modern', signal: AbortSignal) {
    this.#elicitations = elicitations;
    this.#era = era;
    this.#signal = AbortSignal.any([signal, this.#end.signal]);
  }

  /**
   * If `error` is -32042, queues a retry of `send`, unless one with this `name` is queued, and returns true. The user is asked
   * to open the pages before the retry. Calls `onFailure` if the user refuses a page or the retry fails.
   */
  queueRetry(name: string, error: unknown, send: () => Promise<unknown>, onFailure: (error: unknown) => void): boolean {
    if (this.#era === 'modern' || !requiresPages(error) || this.#isRefused) {
      return false;
    }
    if (!this.#waiting.has(name)) {
      this.#waiting.add(name);
      this.#queue = this.#queue
        .then(() => this.#retry(send).catch(onFailure))
        .finally(() => this.#waiting.delete(name));
    }
    return true;
  }

  /** Cancels the queued retries, because the connection has ended. */
  end(): void {
    this.#end.abort(new HostError({ name: 'ServerStopped', summary: t('The connection was closed.') }));
  }

  async #retry(send: () => Promise<unknown>): Promise<void> {
    try {
      await throughRequiredUrls(send, { elicitations: this.#elicitations, signal: this.#signal });
    } catch (error) {
      this.#isRefused ||= isRefusal(error);
      throw error;
    }
  }
}

/** True if a page was not accepted. A list of pages that cannot be used says nothing about the next one. */
function isRefusal(error: unknown): boolean {
  return error instanceof HostError && (error.name === 'CallDeclined' || error.name === 'CallCancelled');
}
