import { setTimeout as delay } from 'node:timers/promises';
import { callCancelled } from '#core/common/errors.ts';
import { backoffMs } from '#core/common/timing.ts';
import type { UrlElicitation } from '#core/elicitation/elicitationParams.ts';
import { openedPage } from '#core/elicitation/openedPages.ts';
import type { ResumeAction, SuspendedCallHandle } from '#core/inbox/suspendedCalls.ts';
import type { ElicitingCall } from './elicitingCall.ts';

/** Pauses before a call is sent again that the server has not answered, in milliseconds. Each is twice the one before. */
export interface RetryPauses {
  /** While the server asks for nothing. */
  readonly first: number;
  readonly longest: number;
  /** While a page that the person has opened is not done. */
  readonly firstForPage: number;
  readonly longestForPage: number;
}

export const defaultRetryPauses: RetryPauses = {
  first: 250,
  longest: 5000,
  firstForPage: 2000,
  longestForPage: 60_000,
};

/** Rounds in a row that nobody answers, before the person is asked whether to go on. */
const mostUnanswered = 10;

/**
 * Waits between the rounds of a call that ask nobody anything: the server has given no result and no new question. A
 * person can go on at once, or stop; no number of rounds ends the call by itself.
 */
export class RoundRetryPolicy {
  readonly #context: ElicitingCall;
  readonly #pauses: RetryPauses;
  /** Since the user was last asked: retries without pages, and waits for a page. */
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
   * Returns when the server is to be answered, one wait at a time.
   * `pages`: what the server asks to be opened although the person has opened it, which means "not yet".
   * @throws the signal's reason when that fires, as it does when the person stops the call.
   */
  async wait(pages: readonly UrlElicitation[], signal: AbortSignal): Promise<void> {
    this.#waiting = true;
    try {
      await this.#wait(pages, signal);
    } finally {
      this.#waiting = false;
    }
  }

  /** A person is asked: what was suspended is over, unless something waits beside the question. */
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
    } else if (this.#unanswered > mostUnanswered) {
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
      suspended.attempts += pages.length > 0 ? 1 : mostUnanswered;
      suspended.handle.update({ attempts: suspended.attempts, retrying: false });
      return suspended.handle;
    }
    this.#closeSuspendedCall();
    const { elicitations, call } = this.#context;
    const handle = elicitations.pages.suspend(call, { openedPages: pages.map(openedPage), resends: true });
    // A server that asks for nothing has been called again all the while before the person hears of it.
    const attempts = pages.length > 0 ? 0 : mostUnanswered;
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
