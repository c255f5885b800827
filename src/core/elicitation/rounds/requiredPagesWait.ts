import { callCancelled } from '#core/common/errors.ts';
import { pageKey } from '#core/elicitation/elicitationKey.ts';
import type { UrlElicitation } from '#core/elicitation/elicitationParams.ts';
import { toOpenedPage } from '#core/elicitation/openedPages.ts';
import type { OpenedPage, SuspendedCallHandle } from '#core/inbox/suspendedCalls.ts';
import type { ElicitingRequest } from './elicitingCall.ts';

/** The number of retries in a row without an action of the user. Ends the loop that arises if a server reports completion at once. */
const maxAutomaticRetries = 3;

/**
 * Suspends a call, or another request, until the pages that its server required (-32042) are done: until the server has
 * reported all of them complete, or the user continues the call.
 * Source: MCP specification 2025-11-25, client/elicitation, "Completion Notifications for URL Mode Elicitation".
 */
export class RequiredPagesWait {
  readonly #context: ElicitingRequest;
  #suspended: SuspendedCallHandle | undefined;
  #openedKeys: ReadonlySet<string> = new Set();
  #attempts = 0;
  #automaticRetries = 0;

  constructor(context: ElicitingRequest) {
    this.#context = context;
  }

  /** The `pageKey` of each page that the user has opened and that the server required in its last response. */
  get openedKeys(): ReadonlySet<string> {
    return this.#openedKeys;
  }

  /** Ends the suspension, because the user is asked to open another page. */
  reset(): void {
    this.#suspended?.close();
    this.#suspended = undefined;
    this.#attempts = 0;
    this.#automaticRetries = 0;
  }

  /**
   * Resolves when the request is to be sent again. The user must have opened all `pages`.
   * @throws HostError `CallCancelled` if the user stops a request without a call
   * @throws the signal's reason if the signal is aborted, which also happens when the user stops a call
   */
  async wait(pages: readonly UrlElicitation[]): Promise<void> {
    this.#openedKeys = new Set(pages.map(pageKey));
    await this.#wait(pages.map(toOpenedPage));
    this.#suspended?.update({ retrying: true });
  }

  async #wait(required: readonly OpenedPage[]): Promise<void> {
    const { elicitations, call, signal } = this.#context;
    let pages = required;
    const allDone = new AbortController();
    const expectations = [...new Set(pages.map(({ elicitationId = '' }) => elicitationId))].map((elicitationId) =>
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
      const action = await this.#suspended.next(AbortSignal.any([signal, allDone.signal]));
      if (action === 'stop') {
        throw callCancelled();
      }
      this.#automaticRetries = 0;
    } catch (error) {
      if (signal.aborted || !allDone.signal.aborted) {
        throw error;
      }
      this.#automaticRetries += 1;
    } finally {
      for (const expectation of expectations) {
        expectation.dispose();
      }
    }
  }
}
