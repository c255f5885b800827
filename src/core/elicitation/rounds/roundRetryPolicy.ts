import { setTimeout as delay } from 'node:timers/promises';
import { callCancelled } from '#core/common/errors.ts';
import { backoffMs } from '#core/common/timing.ts';
import type { UrlElicitation } from '#core/elicitation/elicitationParams.ts';
import { openedPage } from '#core/elicitation/openedPages.ts';
import type { ResumeAction, SuspendedCallHandle } from '#core/inbox/suspendedCalls.ts';
import type { ElicitingCall } from './elicitingCall.ts';

/** Pauses before a call without a result is sent again, in milliseconds. Each is twice the one before. */
export interface RetryPauses {
  /** For rounds without requests for the user. */
  readonly first: number;
  readonly longest: number;
  /** For rounds that require a page again that the user has opened. */
  readonly firstForPage: number;
  readonly longestForPage: number;
}

export const defaultRetryPauses: RetryPauses = {
  first: 250,
  longest: 5000,
  firstForPage: 2000,
  longestForPage: 60_000,
};

/** Rounds in a row without a request for the user, before the user is asked whether to continue. */
const maxUnanswered = 10;

/**
 * Paces the rounds of a call that contain nothing for the user to answer: the server returned neither a result nor a new
 * request. The user can continue at once or stop. No number of rounds ends the call.
 */
export class RoundRetryPolicy {
  readonly #context: ElicitingCall;
  readonly #pauses: RetryPauses;
  /** Retries without pages, and waits for a page, since the user was last asked. */
  #retries = 0;
  #pageWaits = 0;
  #unanswered = 0;
  #waiting = false;
  #suspended: { readonly pages: string; readonly handle: SuspendedCallHandle; attempts: number } | undefined;

  constructor(context: ElicitingCall, pauses: RetryPauses) {
    this.#context = context;
    this.#pauses = pauses;
  }

  /**
   * Resolves when the round is to be answered. One wait runs at a time.
   * @param pages required again although the user has opened them, which means that they are not done yet
   * @throws the signal's reason when that fires, as it does if the user stops the call.
   */
  async wait(pages: readonly UrlElicitation[], signal: AbortSignal): Promise<void> {
    this.#waiting = true;
    try {
      await this.#wait(pages, signal);
    } finally {
      this.#waiting = false;
    }
  }

  /** The user is asked for an answer: ends the suspension, unless a round without requests waits meanwhile. */
  reset(): void {
    if (!this.#waiting) {
      this.#closeSuspendedCall();
    }
    this.#unanswered = 0;
    this.#resetPauses();
  }

  /** The call has ended. */
  end(): void {
    this.#closeSuspendedCall();
  }

  async #wait(pages: readonly UrlElicitation[], signal: AbortSignal): Promise<void> {
    this.#unanswered += 1;
    if (pages.length > 0) {
      const { firstForPage, longestForPage } = this.#pauses;
      const step = await this.#suspend(pages).next(signal, backoffMs(this.#pageWaits, firstForPage, longestForPage));
      this.#pageWaits += 1;
      this.#resume(step);
    } else if (this.#unanswered > maxUnanswered) {
      this.#resume(await this.#suspend([]).next(signal));
      this.#unanswered = 1;
    } else {
      if (this.#suspended?.pages !== nothing) {
        this.#closeSuspendedCall();
      }
      await delay(backoffMs(this.#retries, this.#pauses.first, this.#pauses.longest), undefined, { signal });
      this.#retries += 1;
    }
  }

  #suspend(pages: readonly UrlElicitation[]): SuspendedCallHandle {
    const key = keyOf(pages);
    const suspended = this.#suspended;
    if (suspended?.pages === key) {
      suspended.attempts += pages.length > 0 ? 1 : maxUnanswered;
      suspended.handle.update({ attempts: suspended.attempts, retrying: false });
      return suspended.handle;
    }
    this.#closeSuspendedCall();
    const { elicitations, call } = this.#context;
    const handle = elicitations.pages.suspend(call, { openedPages: pages.map(openedPage), resends: true });
    // A call without pages was already sent again this often before it is shown to the user.
    const attempts = pages.length > 0 ? 0 : maxUnanswered;
    handle.update({ attempts });
    this.#suspended = { pages: key, handle, attempts };
    return handle;
  }

  #resume(step: ResumeAction): void {
    if (step === 'stop') {
      throw callCancelled();
    }
    if (step === 'continue') {
      this.#resetPauses();
    }
    this.#suspended?.handle.update({ retrying: true });
  }

  #resetPauses(): void {
    this.#retries = 0;
    this.#pageWaits = 0;
  }

  #closeSuspendedCall(): void {
    this.#suspended?.handle.close();
    this.#suspended = undefined;
  }
}

function keyOf(pages: readonly UrlElicitation[]): string {
  return JSON.stringify(pages.map(({ url }) => url).sort());
}

const nothing = keyOf([]);
