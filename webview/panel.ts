import type { Screen, ToWebview, View } from '../src/bridge/messages.ts';
import { inOneLine } from '../src/form/text.ts';
import { Announcer } from './announcer.ts';
import { drawCalls } from './calls.ts';
import { el } from './dom.ts';
import { drawEager } from './eager.ts';
import { drawHolds } from './holds.ts';
import type { Host } from './host.ts';
import { isSelectAll, shortcutOf } from './keys.ts';
import { drawNotices } from './notices.ts';
import { draw } from './screens/draw.ts';
import { type DrawnScreen, drawScreen } from './screens/screen.ts';
import { button } from './toolkit.ts';
import { eagerText, heldText, waitingText } from './words.ts';

/** The whole page: what is said above, and one screen. Follows the extension's `show`; owns nothing but what is typed. */
export class Panel {
  readonly #host: Host;
  readonly #announcer = new Announcer();
  readonly #notices;
  readonly #holds;
  readonly #eager;
  readonly #calls;
  readonly #waiting = el('p', { 'aria-live': 'polite' });
  readonly #showWaiting: HTMLElement;
  readonly #main = el('main');
  #screen: { readonly id: string; readonly drawn: DrawnScreen } | undefined;
  /** What had the keyboard last. A page that loses it, to a dialog of the editor say, forgets that by itself. */
  #lastFocused: HTMLElement | undefined;
  /** Where the keyboard goes when the person comes back to the page; absent: to where it was. */
  #onReturn: (() => void) | undefined;

  constructor(host: Host, root: HTMLElement) {
    this.#host = host;
    this.#notices = drawNotices(host.post);
    this.#holds = drawHolds(host.post);
    this.#eager = drawEager(host.post);
    this.#calls = drawCalls(host.post);
    this.#showWaiting = button('Show', 'secondary', () => host.post({ type: 'showWaiting' }));
    this.#showWaiting.hidden = true;
    const waiting = el('div', { class: 'waiting' }, this.#waiting, this.#showWaiting);
    root.append(
      this.#announcer.element,
      el(
        'div',
        { class: 'above' },
        this.#notices.element,
        this.#eager.element,
        this.#holds.element,
        this.#calls.element,
        waiting,
      ),
      this.#main,
    );
    document.addEventListener('keydown', (event) => this.#keyDown(event));
    document.addEventListener('focusin', ({ target }) => {
      this.#lastFocused = target instanceof HTMLElement ? target : undefined;
    });
    window.addEventListener('focus', () => this.#returned());
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
        drawn.checked(message.revision, message.problems, message.secrets);
        break;
      case 'rejected':
        drawn.rejected(message.summary, message.problems, message.unconfirmed ?? []);
        break;
      case 'completions':
        drawn.completions(message.field, message.revision, message.values);
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
    if (this.#screen?.id === screen.id) {
      this.#aside(() => this.#screen?.drawn.update(screen));
    } else {
      said.push(...this.#draw(screen));
    }
    said.push(...this.#aside(() => this.#notices.show(view.notices)).map((notice) => notice.text));
    const eager = this.#aside(() => this.#eager.show(view.eager));
    said.push(...eager.map((server) => `${inOneLine(server.server.name, 80)} ${eagerText(server)}`));
    this.#aside(() => this.#calls.show(view.calls));
    said.push(...this.#showHolds(view));
    const asks = screen.kind === 'question' || screen.kind === 'url';
    const together = asks ? (screen.steps?.states.filter((state) => state === 'waiting').length ?? 1) - 1 : 0;
    const waiting = waitingText(view.waitingBehind, asks, together) ?? '';
    if (this.#waiting.textContent !== waiting) {
      this.#waiting.textContent = waiting;
    }
    // A question is answered before the next one comes; anything else can make room for it.
    this.#aside(() => {
      this.#showWaiting.hidden = asks || view.waitingBehind === 0;
    });
    this.#announcer.say(said);
  }

  /**
   * Shows the calls that wait. Somebody who has just answered, and has nothing else before them here, finds the keyboard
   * where the call goes on. Returns what is to be said about it.
   */
  #showHolds({ holds, screen }: View): string[] {
    const idle = screen.kind === 'running' || screen.kind === 'welcome';
    const keyboard = this.#keyboard();
    const answered = this.#onReturn !== undefined || (keyboard && this.#screen?.drawn.isHeading(keyboard));
    const added = this.#aside(() => this.#holds.show(holds));
    const [first] = added;
    if (first && idle && answered) {
      this.#moveKeyboard(() => this.#holds.focus(first.id));
    }
    return added.map((hold) => `${inOneLine(hold.server.name, 80)} ${heldText(hold)}`);
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
    const hadFocus = this.#main.contains(this.#keyboard() ?? null) || this.#onReturn !== undefined;
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
      this.#moveKeyboard(() => drawn.focusHeading());
    }
  }

  /** What has the keyboard, or had it when the page lost it. */
  #keyboard(): Element | undefined {
    const { activeElement, body } = document;
    if (activeElement && activeElement !== body) {
      return activeElement;
    }
    return document.hasFocus() ? undefined : this.#lastFocused;
  }

  /** Moves the keyboard: never away from another window, where somebody went to look at a page that has just opened. */
  #moveKeyboard(move: () => void): void {
    if (document.hasFocus()) {
      this.#onReturn = undefined;
      move();
    } else {
      this.#onReturn = move;
    }
  }

  #returned(): void {
    const move = this.#onReturn ?? (() => this.#lastFocused?.focus());
    this.#onReturn = undefined;
    if (document.activeElement === document.body) {
      move();
    }
  }

  /** Changes what stands above the screen; when what had the keyboard goes away with it, the heading takes it. */
  #aside<T>(change: () => T): T {
    const before = document.activeElement;
    const result = change();
    if (before && before !== document.body && document.activeElement === document.body && document.hasFocus()) {
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
