import { t } from '@vscode/l10n';
import type { Screen, ScreenChanges, ToWebview, View } from '#bridge/messages.ts';
import { inOneLine } from '#form/text.ts';
import { drawNoticeList } from '#webview/cards/noticeList.ts';
import { drawRateLimitCards } from '#webview/cards/rateLimitedServerCards.ts';
import { drawRunningCalls } from '#webview/cards/runningCallCards.ts';
import { drawSuspendedCalls } from '#webview/cards/suspendedCallCards.ts';
import { drawScreen } from '#webview/screens/drawScreen.ts';
import { type DrawnScreen, drawScreenFrame } from '#webview/screens/screenFrame.ts';
import { Announcer } from '#webview/shell/announcer.ts';
import { button } from '#webview/shell/buttons.ts';
import { el, setAttributes } from '#webview/shell/dom.ts';
import type { PanelMessaging } from '#webview/shell/panelMessaging.ts';
import { pagePresses } from '#webview/shell/pointerPresses.ts';
import { isSelectAll, shortcutOf } from '#webview/shell/shortcuts.ts';
import { rateLimitText, suspendedText, waitingText } from '#webview/shell/words.ts';

/** The whole page: what is said above, and one screen. Follows the extension's `show`; owns nothing but what is typed. */
export class PanelPage {
  readonly #host: PanelMessaging;
  readonly #announcer = new Announcer();
  readonly #notices;
  readonly #holds;
  readonly #eager;
  readonly #calls;
  readonly #waiting = el('p', { 'aria-live': 'polite' });
  readonly #showWaiting: HTMLElement;
  readonly #above = el('div', { class: 'above' });
  readonly #main = el('main');
  #screen: { readonly id: string; readonly kind: Screen['kind'] | undefined; readonly drawn: DrawnScreen } | undefined;
  /** What had the keyboard last. A page that loses it, to a dialog of the editor say, forgets that by itself. */
  #lastFocused: HTMLElement | undefined;
  /** Where the keyboard goes when the person comes back to the page; absent: to where it was. */
  #onReturn: (() => void) | undefined;

  constructor(host: PanelMessaging, root: HTMLElement) {
    this.#host = host;
    pagePresses();
    this.#announcer.hold();
    this.#notices = drawNoticeList(host.post);
    this.#holds = drawSuspendedCalls(host.post);
    this.#eager = drawRateLimitCards(host.post);
    this.#calls = drawRunningCalls(host.post);
    this.#showWaiting = button(t('Show'), 'secondary', () => host.post({ type: 'showWaiting' }));
    this.#showWaiting.hidden = true;
    const waiting = el('div', { class: 'waiting' }, this.#waiting, this.#showWaiting);
    this.#above.append(this.#notices.element, this.#eager.element, this.#holds.element, this.#calls.element, waiting);
    root.append(this.#announcer.element, this.#above, this.#main);
    document.addEventListener('keydown', (event) => this.#keyDown(event));
    document.addEventListener('focusin', ({ target }) => {
      this.#lastFocused = target instanceof HTMLElement ? target : undefined;
    });
    window.addEventListener('focus', () => this.#returned());
    document.addEventListener('visibilitychange', () => this.#screen?.drawn.flush());
    window.addEventListener('pagehide', () => this.#screen?.drawn.flush());
  }

  /** What is shown moves what is beneath it, so that it waits for the end of a press. */
  receive(message: ToWebview): void {
    pagePresses().whenReleased(() => this.#receive(message));
  }

  #receive(message: ToWebview): void {
    if (message.type === 'show') {
      this.#show(message.view);
      return;
    }
    if (message.type === 'ignoreCardInput') {
      this.#holds.quieten(message.cards, message.ms);
      this.#eager.quieten(message.cards, message.ms);
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
      case 'reviewed':
        drawn.reviewed(message.revision, message.values, message.secrets);
        break;
      case 'rejected':
        drawn.rejected(message.summary, message.problems, message.unconfirmed ?? []);
        break;
      case 'fill':
        drawn.fill(message.inputs, message.draft);
        break;
      case 'fillJson':
        drawn.fillJson(message.text, message.draft);
        break;
      case 'completions':
        drawn.completions(message.field, message.revision, message.values);
        break;
      case 'focus':
        drawn.focusFirst();
        break;
      case 'ignoreInput':
        drawn.quieten(message.ms);
        break;
    }
  }

  /** The page is there: what is said from now on is heard, and what was to be said before is said now. */
  speak(): void {
    this.#announcer.speak();
  }

  /** Says plainly that a screen cannot be drawn, and tells the extension, which settles the question. */
  fail(screen: string, message: string): void {
    this.#host.post({ type: 'drawFailed', screen, message });
    this.#replace(
      screen,
      undefined,
      drawScreenFrame({
        heading: [t('This could not be shown')],
        content: [
          el(
            'p',
            {},
            t('Something went wrong while drawing it. If it was a question, it is cancelled; nothing was answered.'),
          ),
          el('pre', { class: 'code-block', tabindex: 0 }, message),
        ],
      }),
    );
  }

  #show(view: View): void {
    const { screen } = view;
    const said: string[] = [];
    if (this.#screen?.id === screen.id) {
      this.#aside(() => this.#screen?.drawn.update(changingOf(screen)));
    } else if (screen.kind === 'drawn') {
      // Not here: the extension speaks of a page that was before this one.
      this.#host.post({ type: 'ready' });
      return;
    } else {
      said.push(...this.#draw(screen));
    }
    said.push(...this.#aside(() => this.#notices.show(view.notices)).map((notice) => notice.text));
    const eager = this.#aside(() => this.#eager.show(view.rateLimitCards));
    said.push(...eager.map((server) => rateLimitText(server, inOneLine(server.server.name, 80)).join('')));
    this.#aside(() => this.#calls.show(view.calls));
    said.push(...this.#showHolds(view));
    const { kind } = this.#screen ?? {};
    const asks = kind === 'form' || kind === 'url';
    const together = asks ? (changingOf(screen).steps?.waiting ?? 0) : 0;
    const waiting = waitingText(view.waitingBehind, asks, together) ?? '';
    if (this.#waiting.textContent !== waiting) {
      this.#waiting.textContent = waiting;
    }
    // A question is answered before the next one comes; anything else can make room for it.
    this.#aside(() => {
      this.#showWaiting.hidden = asks || view.waitingBehind === 0;
    });
    this.#nameAbove(view);
    this.#announcer.say(said);
  }

  /** What stands above the screen is a part of the page to go to, where anything does. */
  #nameAbove({ notices, rateLimitCards: eager, suspendedCalls: holds, calls }: View): void {
    const isThere = [notices, eager, holds, calls].some((list) => list.length > 0);
    setAttributes(this.#above, {
      role: isThere ? 'region' : undefined,
      'aria-label': isThere ? t('Notices and calls') : undefined,
    });
  }

  /**
   * Shows the calls that wait. Somebody who has just answered, and has nothing else before them here, finds the keyboard
   * where the call goes on. Returns what is to be said about it.
   */
  #showHolds({ suspendedCalls: holds }: View): string[] {
    const idle = this.#screen?.kind === 'running' || this.#screen?.kind === 'welcome';
    const keyboard = this.#keyboard();
    const answered = this.#onReturn !== undefined || (keyboard && this.#screen?.drawn.isHeading(keyboard));
    const added = this.#aside(() => this.#holds.show(holds));
    const [first] = added;
    if (first && idle && answered) {
      this.#moveKeyboard(() => this.#holds.focus(first.id));
    }
    return added.map((hold) => suspendedText(hold, inOneLine(hold.server.name, 80)).join(''));
  }

  /** Draws a new screen. Returns what is to be said about it. */
  #draw(screen: Screen): readonly string[] {
    try {
      const drawn = drawScreen(screen, this.#host.post);
      this.#replace(screen.id, screen.kind, drawn);
      this.#host.post({ type: 'drawn', screen: screen.id });
      return drawn.announcement ?? [];
    } catch (error) {
      this.fail(screen.id, error instanceof Error ? error.message : String(error));
      return [];
    }
  }

  #replace(id: string, kind: Screen['kind'] | undefined, drawn: DrawnScreen): void {
    const hadFocus = this.#main.contains(this.#keyboard() ?? null) || this.#onReturn !== undefined;
    this.#screen?.drawn.dispose();
    this.#screen = { id, kind, drawn };
    this.#main.replaceChildren(drawn.element);
    const place = this.#host.scrollPosition;
    if (place?.screen === id) {
      drawn.scroller.scrollTop = place.scroll;
    } else {
      this.#host.scrollPosition = { screen: id, scroll: 0 };
    }
    drawn.scroller.addEventListener('scrollend', () => {
      this.#host.scrollPosition = { screen: id, scroll: Math.round(drawn.scroller.scrollTop) };
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
    if (event.ctrlKey || event.metaKey) {
      // It may close the tab before anything else can be posted.
      this.#screen?.drawn.flush();
    }
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

/** What may change of a screen while it is shown. */
function changingOf(screen: View['screen']): ScreenChanges {
  return {
    steps: 'steps' in screen ? screen.steps : undefined,
    callEnded: 'callEnded' in screen ? screen.callEnded : undefined,
    remembered: 'remembered' in screen ? screen.remembered : undefined,
    copied: 'copied' in screen ? screen.copied : undefined,
    answered: 'answered' in screen ? screen.answered : undefined,
    results: 'results' in screen ? screen.results : undefined,
  };
}
