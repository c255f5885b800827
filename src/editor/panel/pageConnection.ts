import type { ToWebview, View } from '#bridge/messages.ts';

/**
 * How long the page keeps the earlier screen when a call has begun. Most requests arrive within this time, so their screen is
 * drawn at once, and not after one that only shows that the call runs. In milliseconds.
 */
const runningDelayMs = 50;

/** Posts messages to the page of the panel, while there is one. */
export class PageConnection {
  #postToPage: ((message: ToWebview) => unknown) | undefined;
  /** The messages that wait until the delay is over: the view of the running calls, and what was posted after it. */
  #delayed: { readonly timer: ReturnType<typeof setTimeout>; view: View; readonly following: ToWebview[] } | undefined;
  /** True if the last posted view shows the running calls. */
  #showsRunning = false;

  /** Replaces the page that messages are posted to. */
  attach(postToPage: (message: ToWebview) => unknown): void {
    this.#forgetDelayed();
    this.#showsRunning = false;
    this.#postToPage = postToPage;
  }

  detach(): void {
    this.#forgetDelayed();
    this.#postToPage = undefined;
  }

  /** Posts a message about the shown screen. */
  post(message: ToWebview): void {
    if (this.#delayed) {
      this.#delayed.following.push(message);
    } else {
      this.#postToPage?.(message);
    }
  }

  /** Posts the whole view; one of the running calls only if no other view replaces it soon. */
  show(view: View): void {
    const isRunning = view.screen.kind === 'running' && view.screen.waitsFor === undefined;
    if (isRunning && !this.#showsRunning && this.#postToPage) {
      this.#delay(view);
      return;
    }
    this.#forgetDelayed();
    this.#showsRunning = isRunning || (this.#showsRunning && view.screen.kind === 'drawn');
    this.#postToPage?.({ type: 'show', view });
  }

  #delay(view: View): void {
    if (this.#delayed) {
      this.#delayed.view = view;
      return;
    }
    const timer = setTimeout(() => this.#postDelayed(), runningDelayMs);
    this.#delayed = { timer, view, following: [] };
  }

  #postDelayed(): void {
    const delayed = this.#delayed;
    this.#delayed = undefined;
    if (delayed) {
      this.#showsRunning = true;
      for (const message of [{ type: 'show', view: delayed.view } as const, ...delayed.following]) {
        this.#postToPage?.(message);
      }
    }
  }

  /** Forgets what was delayed, because another view replaces it. */
  #forgetDelayed(): void {
    clearTimeout(this.#delayed?.timer);
    this.#delayed = undefined;
  }
}
