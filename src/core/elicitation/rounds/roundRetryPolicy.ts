import { setTimeout as delay } from 'node:timers/promises';
import { callCancelled } from '#core/common/errors.ts';
import { backoffMs } from '#core/common/timing.ts';
import type { UrlElicitation } from '#core/elicitation/elicitationParams.ts';
import { toOpenedPage } from '#core/elicitation/openedPages.ts';
import type { ResumeAction, SuspendedCallHandle } from '#core/inbox/suspendedCalls.ts';
import type { ElicitingCall } from './elicitingCall.ts';

/** The pauses before a call is sent again after a round without requests for the user, in milliseconds. Doubled each time. */
export interface RetryPauses {
  /** The pauses for rounds without a page. */
  readonly first: number;
  readonly longest: number;
  /** The pauses for rounds that require a page again that the user has opened. */
  readonly firstForPage: number;
  readonly longestForPage: number;
}

export const defaultRetryPauses: RetryPauses = {
  first: 250,
  longest: 5000,
  firstForPage: 2000,
  longestForPage: 60_000,
};

/** The number of rounds in a row without a request for the user, after which the user is asked whether to continue. */
const maxAutomaticRounds = 10;

/**
 * Decides when the call is sent again after a round without requests for the user. The user can continue at once or stop the
 * call. No number of rounds ends the call.
 */
export class RoundRetryPolicy {
  readonly #context: ElicitingCall;
  readonly #pauses: RetryPauses;
  /** The number of retries without pages, and of waits for a page, since the user last answered or continued. */
  #retries = 0;
  #pageWaits = 0;
  #automaticRounds = 0;
  #isWaiting = false;
  #suspension: { readonly pagesKey: string; readonly handle: SuspendedCallHandle; attempts: number } | undefined;

  constructor(context: ElicitingCall, pauses: RetryPauses) {
    this.#context = context;
    this.#pauses = pauses;
  }

  /**
   * Resolves when the responses to the round are to be sent. Only one wait may run at a time.
   * @param pages the pages that are required again although the user has opened them, which are therefore not done yet
   * @throws the signal's reason if the signal is aborted, which also happens when the user stops the call
   */
  async wait(pages: readonly UrlElicitation[], signal: AbortSignal): Promise<void> {
    this.#isWaiting = true;
    try {
      await this.#wait(pages, signal);
    } finally {
      this.#isWaiting = false;
    }
  }

  /** Resets the pauses, because a round with requests for the user has arrived. Ends the suspension, unless another round waits. */
  reset(): void {
    if (!this.#isWaiting) {
      this.#closeSuspendedCall();
    }
    this.#automaticRounds = 0;
    this.#resetPauses();
  }

  /** Ends the suspension, because the call has ended. */
  end(): void {
    this.#closeSuspendedCall();
  }

  async #wait(pages: readonly UrlElicitation[], signal: AbortSignal): Promise<void> {
    this.#automaticRounds += 1;
    if (pages.length > 0) {
      const { firstForPage, longestForPage } = this.#pauses;
      const action = await this.#suspend(pages).next(signal, backoffMs(this.#pageWaits, firstForPage, longestForPage));
      this.#pageWaits += 1;
      this.#resume(action);
    } else if (this.#automaticRounds > maxAutomaticRounds) {
      this.#resume(await this.#suspend([]).next(signal));
      this.#automaticRounds = 1;
    } else {
      if (this.#suspension?.pagesKey !== noPagesKey) {
        this.#closeSuspendedCall();
      }
      await delay(backoffMs(this.#retries, this.#pauses.first, this.#pauses.longest), undefined, { signal });
      this.#retries += 1;
    }
  }

  #suspend(pages: readonly UrlElicitation[]): SuspendedCallHandle {
    const key = pagesKeyOf(pages);
    const suspended = this.#suspension;
    if (suspended?.pagesKey === key) {
      suspended.attempts += pages.length > 0 ? 1 : maxAutomaticRounds;
      suspended.handle.update({ attempts: suspended.attempts, retrying: false });
      return suspended.handle;
    }
    this.#closeSuspendedCall();
    const { elicitations, call } = this.#context;
    const handle = elicitations.pages.suspend(call, { openedPages: pages.map(toOpenedPage), resends: true });
    // A call without pages was already sent again this number of times before it is shown as suspended.
    const attempts = pages.length > 0 ? 0 : maxAutomaticRounds;
    handle.update({ attempts });
    this.#suspension = { pagesKey: key, handle, attempts };
    return handle;
  }

  #resume(action: ResumeAction): void {
    if (action === 'stop') {
      throw callCancelled();
    }
    if (action === 'continue') {
      this.#resetPauses();
    }
    this.#suspension?.handle.update({ retrying: true });
  }

  #resetPauses(): void {
    this.#retries = 0;
    this.#pageWaits = 0;
  }

  #closeSuspendedCall(): void {
    this.#suspension?.handle.close();
    this.#suspension = undefined;
  }
}

function pagesKeyOf(pages: readonly UrlElicitation[]): string {
  return JSON.stringify(pages.map(({ url }) => url).sort());
}

const noPagesKey = pagesKeyOf([]);
