import type { ToWebview, View } from '#bridge/messages.ts';

/**
 * How long the page keeps the earlier screen when there is nothing to answer or to read: a call runs, or has not begun yet. Most
 * requests arrive within this time, so their screen is drawn at once, and not after one that asks nothing. In milliseconds.
 */
const quietDelayMs = 50;

/** Posts messages to the page of the panel, while there is one. */
export class PageConnection {
  #postToPage: ((message: ToWebview) => unknown) | undefined;
  /** The messages that wait until the delay is over: the view that asks nothing, and what was posted after it. */
  #delayed: { readonly timer: ReturnType<typeof setTimeout>; view: View; readonly following: ToWebview[] } | undefined;
  /** The kind of the screen that the page shows. */
  #shownKind: View['screen']['kind'] | undefined;

  /** Replaces the page that messages are posted to. */
  attach(postToPage: (message: ToWebview) => unknown): void {
    this.#forgetDelayed();
    this.#shownKind = undefined;
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

  /** Posts the whole view; a quiet one only if no other view replaces it soon. */
  show(view: View): void {
    const { kind } = view.screen;
    if (this.#postToPage && kind !== this.#shownKind && isQuiet(view, this.#shownKind)) {
      this.#delay(view);
      return;
    }
    this.#forgetDelayed();
    this.#postView(view);
  }

  #delay(view: View): void {
    if (this.#delayed) {
      this.#delayed.view = view;
      return;
    }
    const timer = setTimeout(() => this.#postDelayed(), quietDelayMs);
    this.#delayed = { timer, view, following: [] };
  }

  #postDelayed(): void {
    const delayed = this.#delayed;
    this.#delayed = undefined;
    if (delayed) {
      this.#postView(delayed.view);
      for (const message of delayed.following) {
        this.#postToPage?.(message);
      }
    }
  }

  #postView(view: View): void {
    if (view.screen.kind !== 'drawn') {
      this.#shownKind = view.screen.kind;
    }
    this.#postToPage?.({ type: 'show', view });
  }

  /** Forgets what was delayed, because another view replaces it. */
  #forgetDelayed(): void {
    clearTimeout(this.#delayed?.timer);
    this.#delayed = undefined;
  }
}

/** The screens with the button Run. A result stays until its call begins again. */
const beginningKinds: readonly unknown[] = ['arguments', 'jsonArguments'] satisfies View['screen']['kind'][];

/**
 * True for the view of running calls that do not wait for the user, who has a card otherwise, and for the view that has nothing at all after
 * a screen that has begun a call.
 */
function isQuiet({ screen }: View, shownKind: unknown): boolean {
  return screen.kind === 'welcome'
    ? beginningKinds.includes(shownKind)
    : screen.kind === 'running' && screen.waitsFor === undefined;
}
