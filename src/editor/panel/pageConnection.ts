import type { ToWebview, View } from '#bridge/messages.ts';

/**
 * How long the page keeps the earlier screen when there is nothing to answer or to read, because a call runs. Most requests arrive
 * within this time, so their screen is drawn at once, and not after one that asks nothing. In milliseconds.
 */
const quietDelayMs = 50;

/** Posts messages to the page of the panel, while there is one. */
export class PageConnection {
  #postToPage: ((message: ToWebview) => unknown) | undefined;
  /** The messages that wait until the delay is over: the view that asks nothing, and what was posted after it. `timer`: posts them. */
  #delayed:
    | {
        readonly timer: ReturnType<typeof setTimeout> | undefined;
        readonly view: View;
        readonly following: ToWebview[];
      }
    | undefined;
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

  /** Notes that the page shows nothing any more, because it was loaded again. */
  forgetShown(): void {
    this.#shownKind = undefined;
  }

  /**
   * Posts the whole view; one that asks nothing only if no other view replaces it soon. `isCallBeginning`: the user has sent the arguments
   * of a call, which does not run yet; the page keeps them on the screen until then.
   */
  show(view: View, isCallBeginning: boolean): void {
    const { kind } = view.screen;
    if (isCallBeginning && kind === 'welcome' && beginningKinds.includes(this.#shownKind)) {
      this.#delay(view, undefined);
    } else if (this.#postToPage && kind !== this.#shownKind && isQuiet(view)) {
      this.#delay(view, quietDelayMs);
    } else {
      const following = this.#delayed?.following ?? [];
      this.#forgetDelayed();
      this.#postView(view, following);
    }
  }

  /** Delays a view by `ms` milliseconds, or without `ms` until the next one. */
  #delay(view: View, ms: number | undefined): void {
    const { timer, following = [] } = this.#delayed ?? {};
    if (ms === undefined) {
      clearTimeout(timer);
    }
    this.#delayed = {
      timer: ms === undefined ? undefined : (timer ?? setTimeout(() => this.#postDelayed(), ms)),
      view,
      following,
    };
  }

  #postDelayed(): void {
    const delayed = this.#delayed;
    this.#delayed = undefined;
    if (delayed) {
      this.#postView(delayed.view, delayed.following);
    }
  }

  /** Posts a view, and the messages that were posted after an earlier view that it replaces: the page ignores those about another screen. */
  #postView(view: View, following: readonly ToWebview[]): void {
    if (view.screen.kind !== 'drawn') {
      this.#shownKind = view.screen.kind;
    }
    this.#postToPage?.({ type: 'show', view });
    for (const message of following) {
      this.#postToPage?.(message);
    }
  }

  /** Forgets what was delayed. */
  #forgetDelayed(): void {
    clearTimeout(this.#delayed?.timer);
    this.#delayed = undefined;
  }
}

/** The screens with the button Run. A result stays until its call begins again. */
const beginningKinds: readonly unknown[] = ['arguments', 'jsonArguments'] satisfies View['screen']['kind'][];

/** True for the view of running calls that do not wait for the user, who has a card otherwise. */
function isQuiet({ screen }: View): boolean {
  return screen.kind === 'running' && screen.waitsFor === undefined;
}
