import type { Screen, ToWebview, View } from '../src/bridge/messages.ts';
import { Announcer } from './announcer.ts';
import { drawCalls } from './calls.ts';
import { el } from './dom.ts';
import type { Host } from './host.ts';
import { isSelectAll, shortcutOf } from './keys.ts';
import { drawNotices } from './notices.ts';
import { draw } from './screens/draw.ts';
import { type DrawnScreen, drawScreen } from './screens/screen.ts';
import { button } from './toolkit.ts';
import { waitingText } from './words.ts';

/** The whole page: what is said above, and one screen. Follows the extension's `show`; owns nothing but what is typed. */
export class Panel {
  readonly #host: Host;
  readonly #announcer = new Announcer();
  readonly #notices;
  readonly #calls;
  readonly #waiting = el('p', { 'aria-live': 'polite' });
  readonly #showWaiting: HTMLElement;
  readonly #main = el('main');
  #screen: { readonly id: string; readonly drawn: DrawnScreen } | undefined;

  constructor(host: Host, root: HTMLElement) {
    this.#host = host;
    this.#notices = drawNotices(host.post);
    this.#calls = drawCalls(host.post);
    this.#showWaiting = button('Show', 'secondary', () => host.post({ type: 'showWaiting' }));
    this.#showWaiting.hidden = true;
    const waiting = el('div', { class: 'waiting' }, this.#waiting, this.#showWaiting);
    root.append(
      this.#announcer.element,
      el('div', { class: 'above' }, this.#notices.element, this.#calls.element, waiting),
      this.#main,
    );
    document.addEventListener('keydown', (event) => this.#keyDown(event));
    document.addEventListener('visibilitychange', () => this.#screen?.drawn.flush());
    window.addEventListener('pagehide', () => this.#screen?.drawn.flush());
  }

  receive(message: ToWebview): void {
    if (message.type === 'show') {
      this.#show(message.view);
      return;
    }
    if (message.screen !== this.#screen?.id) {
      return;
    }
    const { drawn } = this.#screen;
    switch (message.type) {
      case 'checked':
        drawn.checked(message.revision, message.problems);
        break;
      case 'rejected':
        drawn.rejected(message.summary, message.problems);
        break;
      case 'focus':
        drawn.focusFirst();
        break;
    }
  }

  /** Says plainly that a screen cannot be drawn, and tells the extension, which settles the question. */
  fail(screen: string, message: string): void {
    this.#host.post({ type: 'drawFailed', screen, message });
    this.#replace(
      screen,
      drawScreen({
        heading: ['This could not be shown'],
        content: [
          el(
            'p',
            {},
            'Something went wrong while drawing it. If it was a question, it is cancelled; nothing was answered.',
          ),
          el('pre', { class: 'code-block' }, message),
        ],
      }),
    );
  }

  #show(view: View): void {
    const { screen } = view;
    const said: string[] = [];
    if (this.#screen?.id !== screen.id) {
      said.push(...this.#draw(screen));
    }
    said.push(...this.#aside(() => this.#notices.show(view.notices)).map((notice) => notice.text));
    this.#aside(() => this.#calls.show(view.calls));
    const waiting = waitingText(view.waitingBehind, screen.kind === 'question') ?? '';
    if (this.#waiting.textContent !== waiting) {
      this.#waiting.textContent = waiting;
    }
    // A question is answered before the next one comes; anything else can make room for it.
    this.#aside(() => {
      this.#showWaiting.hidden = screen.kind === 'question' || view.waitingBehind === 0;
    });
    this.#announcer.say(said);
  }

  /** Draws a new screen. Returns what is to be said about it. */
  #draw(screen: Screen): string[] {
    try {
      const drawn = draw(screen, this.#host.post);
      this.#replace(screen.id, drawn);
      this.#host.post({ type: 'drawn', screen: screen.id });
      return drawn.announcement === undefined ? [] : [drawn.announcement];
    } catch (error) {
      this.fail(screen.id, error instanceof Error ? error.message : String(error));
      return [];
    }
  }

  #replace(id: string, drawn: DrawnScreen): void {
    const hadFocus = document.hasFocus() && this.#main.contains(document.activeElement);
    this.#screen?.drawn.dispose();
    this.#screen = { id, drawn };
    this.#main.replaceChildren(drawn.element);
    const place = this.#host.place;
    if (place?.screen === id) {
      drawn.scroller.scrollTop = place.scroll;
    }
    drawn.scroller.addEventListener('scrollend', () => {
      this.#host.place = { screen: id, scroll: Math.round(drawn.scroller.scrollTop) };
    });
    if (hadFocus) {
      // What had the keyboard is gone; without this it would start at the top of the page.
      drawn.focusHeading();
    }
  }

  /** Changes what stands above the screen; when what had the keyboard goes away with it, the heading takes it. */
  #aside<T>(change: () => T): T {
    const before = document.activeElement;
    const result = change();
    if (before && before !== document.body && before !== document.activeElement && document.hasFocus()) {
      this.#screen?.drawn.focusHeading();
    }
    return result;
  }

  #keyDown(event: KeyboardEvent): void {
    if (isSelectAll(event) && event.target instanceof Element && event.target.matches('input, textarea')) {
      // The browser selects at once. The editor, which hears every key that gets as far as the window, would select a
      // second time a little later, and what is typed next would replace what was typed in between.
      event.stopPropagation();
      return;
    }
    const shortcut = shortcutOf(event);
    if (shortcut) {
      // Without this a focused button would also be pressed by Ctrl+Enter.
      event.preventDefault();
      this.#screen?.drawn.shortcut(shortcut);
    }
  }
}
