import { callCancelled } from '#core/common/errors.ts';
import { pageKey } from '#core/elicitation/elicitationKey.ts';
import type { UrlElicitation } from '#core/elicitation/elicitationParams.ts';
import { openedPage } from '#core/elicitation/openedPages.ts';
import type { OpenedPage, SuspendedCallHandle } from '#core/inbox/suspendedCalls.ts';
import type { ElicitingRequest } from './elicitingCall.ts';

/** Retries in a row without the user: a server that reports completion at once must not keep a call in a loop. */
const maxAutomaticRetries = 3;

/**
 * Suspends a call, or another request, until the pages that its server required (-32042) are done. It resumes when the server
 * has reported all of them complete, or when the user continues it.
 * Source: MCP specification 2025-11-25, client/elicitation, "Completion Notifications for URL Mode Elicitation".
 */
export class RequiredPagesWait {
  readonly #context: ElicitingRequest;
  #suspended: SuspendedCallHandle | undefined;
  #opened: ReadonlySet<string> = new Set();
  #attempts = 0;
  #automaticRetries = 0;

  constructor(context: ElicitingRequest) {
    this.#context = context;
  }

  /** The pages, by `pageKey`, that the user has opened and that the server required again in its last response. */
  get opened(): ReadonlySet<string> {
    return this.#opened;
  }

  /** Ends the suspension, because the user is asked to open a page. */
  reset(): void {
    this.#suspended?.close();
    this.#suspended = undefined;
    this.#attempts = 0;
    this.#automaticRetries = 0;
  }

  /**
   * Resolves when the call is to be sent again. The user has opened all `pages`.
   * @throws HostError `CallCancelled` if the user stops a request without a call; the signal's reason when that fires, as
   * it does when the user stops a call.
   */
  async wait(pages: readonly UrlElicitation[]): Promise<void> {
    this.#opened = new Set(pages.map(pageKey));
    await this.#wait(pages.map(openedPage));
    this.#suspended?.update({ retrying: true });
  }

  async #wait(required: readonly OpenedPage[]): Promise<void> {
    const { elicitations, call, signal } = this.#context;
    let pages = required;
    const allDone = new AbortController();
    const expected = [...new Set(pages.map(({ elicitationId = '' }) => elicitationId))].map((elicitationId) =>
      elicitations.pages.completions.expect(elicitationId, () => {
        pages = pages.map((page) => (page.elicitationId === elicitationId ? { ...page, done: true } : page));
        this.#suspended?.update({ openedPages: pages });
        if (pages.every(({ done }) => done) && this.#automaticRetries < maxAutomaticRetries) {
          allDone.abort();
        }
      }),
    );
    try {
      if (this.#suspended) {
        this.#attempts += 1;
        this.#suspended.update({ openedPages: pages, attempts: this.#attempts, retrying: false });
      } else {
        this.#suspended = elicitations.pages.suspend(call, { openedPages: pages, resends: true });
      }
      const step = await this.#suspended.next(AbortSignal.any([signal, allDone.signal]));
      if (step === 'stop') {
        throw callCancelled();
      }
      this.#automaticRetries = 0;
    } catch (error) {
      if (signal.aborted || !allDone.signal.aborted) {
        throw error;
      }
      this.#automaticRetries += 1;
    } finally {
      for (const expectation of expected) {
        expectation.dispose();
      }
    }
  }
}
