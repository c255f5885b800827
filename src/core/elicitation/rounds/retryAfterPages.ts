import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import type { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import { requiresPages, throughRequiredUrls } from './requiredUrls.ts';

/**
 * What a server does only after pages were opened (-32042), of all that is no call: its lists, for one. That is asked for
 * beside everything else, so that a start does not wait for a person, and for one thing after another, because the same
 * page often opens them all. Nobody has begun it, so it is attributed to the server alone. A person who says no once is not
 * asked again.
 */
export class RetryAfterPages {
  readonly #elicitations: ElicitationHandler;
  readonly #era: 'legacy' | 'modern';
  readonly #end = new AbortController();
  readonly #signal: AbortSignal;
  readonly #waiting = new Set<string>();
  #queue: Promise<void> = Promise.resolve();
  #hasUserRefused = false;

  /** `signal`: the server is gone. Later than 2025-11-25 the error means nothing. */
  constructor(elicitations: ElicitationHandler, era: 'legacy' | 'modern', signal: AbortSignal) {
    this.#elicitations = elicitations;
    this.#era = era;
    this.#signal = AbortSignal.any([signal, this.#end.signal]);
  }

  /**
   * True when `error` asks for pages, and `send` is called again once they are open, now or for the one that waits
   * already under this name; `failed` hears why it was not, or what went wrong then.
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

  /** The connection is gone: what waits is given up. */
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
