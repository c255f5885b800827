import { t } from '@vscode/l10n';
import type { Screen, ScreenChanges, ToWebview, View } from '#bridge/messages.ts';
import { CardArea } from '#webview/cards/cardArea.ts';
import { FootArea } from '#webview/cards/footArea.ts';
import { PanelHeader } from '#webview/header/panelHeader.ts';
import { drawAgreementScreen } from '#webview/screens/agreementScreen.ts';
import { drawArgumentsScreen } from '#webview/screens/argumentsScreen.ts';
import { drawFormScreen } from '#webview/screens/formScreen.ts';
import { drawJsonArgumentsScreen } from '#webview/screens/jsonArgumentsScreen.ts';
import { drawNotDeliveredScreen } from '#webview/screens/notDeliveredScreen.ts';
import { drawResultListScreen, drawResultScreen } from '#webview/screens/resultScreen.ts';
import { drawScreenFrame, type ScreenView } from '#webview/screens/screenFrame.ts';
import { drawUnverifiedServerScreen } from '#webview/screens/unverifiedServerView.ts';
import { drawUrlScreen } from '#webview/screens/urlScreen.ts';
import { drawRunningScreen, drawWelcomeScreen } from '#webview/screens/welcomeScreen.ts';
import { type Action, ActionBar } from '#webview/shell/actionBar.ts';
import { Announcer } from '#webview/shell/announcer.ts';
import { el } from '#webview/shell/dom.ts';
import { PanelFocus } from '#webview/shell/panelFocus.ts';
import type { PanelMessaging, PostToExtension } from '#webview/shell/panelMessaging.ts';
import { MovedElements } from '#webview/shell/presses/movedElements.ts';
import { pagePresses } from '#webview/shell/presses/pointerPresses.ts';
import { RepeatedPresses } from '#webview/shell/presses/repeatedPresses.ts';
import { ignoreAfterReplaceMs, ReplacedScreenPause } from '#webview/shell/presses/replacedScreenPause.ts';
import { isHelp, isSelectAll, shortcutOf } from '#webview/shell/shortcuts.ts';

/**
 * The panel's page: a header, cards, and one screen. Draws the screen of each `show`, and passes every other message to
 * the screen whose id the message has. The page's only state is the user's unsent input.
 */
export class PanelPage {
  readonly #messaging: PanelMessaging;
  readonly #repeatedPresses = new RepeatedPresses();
  readonly #announcer = new Announcer();
  readonly #focus = new PanelFocus();
  readonly #header: PanelHeader;
  readonly #cards: CardArea;
  readonly #foot: FootArea;
  readonly #main = el('main');
  readonly #pause = new ReplacedScreenPause(this.#main);
  readonly #moved: MovedElements;
  #screen:
    | { readonly id: string; readonly kind: Screen['kind'] | undefined; readonly screenView: ScreenView }
    | undefined;

  constructor(messaging: PanelMessaging, root: HTMLElement) {
    this.#messaging = messaging;
    pagePresses();
    this.#announcer.hold();
    this.#foot = new FootArea(this.#post);
    this.#cards = new CardArea(this.#post, this.#focus, this.#foot);
    this.#header = new PanelHeader(this.#post);
    this.#moved = new MovedElements(root, {
      appearing: ':is(.card-area, .foot-calls) button',
      moving: '.scroller > .column > *, .actions button',
    });
    root.append(this.#announcer.element, this.#header.element, this.#cards.element, this.#main);
    document.addEventListener('keydown', (event) => this.#keyDown(event));
    document.addEventListener('visibilitychange', () => this.#screen?.screenView.flush());
    window.addEventListener('pagehide', () => this.#screen?.screenView.flush());
  }

  readonly #post: PostToExtension = (message) => {
    this.#repeatedPresses.notePosted(message);
    this.#messaging.post(message);
  };

  /** Handles a message after the current press of the pointer, because it can move the element under the pointer. */
  receive(message: ToWebview): void {
    pagePresses().runNowOrAfterPress(() => this.#receive(message));
  }

  #receive(message: ToWebview): void {
    if (message.type === 'show') {
      this.#moved.around(() => this.#show(message.view));
      return;
    }
    if (message.type === 'ignoreCardInput') {
      this.#cards.ignoreInput(message.cards, message.ms);
      return;
    }
    if (message.screen !== this.#screen?.id) {
      return;
    }
    const { screenView } = this.#screen;
    switch (message.type) {
      case 'checked':
        screenView.onChecked(message.revision, message.problems, message.secrets);
        break;
      case 'reviewed':
        screenView.onReviewed(message.revision, message.values, message.secrets);
        break;
      case 'rejected':
        screenView.onRejected(message.summary, message.problems, message.unconfirmed ?? []);
        break;
      case 'fill':
        screenView.fill(message.inputs, message.secrets, message.draft);
        break;
      case 'fillJson':
        screenView.fillJson(message.text, message.draft);
        break;
      case 'completions':
        screenView.showCompletions(message.field, message.revision, message.values);
        break;
      case 'jsonSuggestions':
        screenView.showJsonSuggestions(message);
        break;
      case 'focus':
        screenView.focusFirst();
        break;
      case 'ignoreInput':
        screenView.ignoreInput(message.ms);
        break;
    }
  }

  /** Announces the texts that were held back until the page had loaded. */
  startAnnouncing(): void {
    this.#announcer.release();
  }

  /** Shows that a screen cannot be drawn, and reports it to the extension, which cancels the request of the screen. */
  fail(screen: string, message: string): void {
    this.#post({ type: 'drawFailed', screen, message });
    const tryAgain: Action = {
      label: t('Try Again'),
      appearance: 'secondary',
      unavailableWhileBusy: false,
      place: 'main',
      run: () => {
        // The next `show` draws its screen, also if it is the same.
        this.#screen = this.#screen && { ...this.#screen, id: '' };
        this.#post({ type: 'ready' });
      },
    };
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
        bar: new ActionBar([tryAgain]),
        submit: tryAgain,
      }),
    );
  }

  #show(view: View): void {
    const { screen } = view;
    const announcements: string[] = [];
    if (this.#screen?.id === screen.id) {
      const { screenView } = this.#screen;
      this.#focus.withFallback(
        () => screenView.update(changesOf(screen)),
        () => screenView.focusHeading(),
      );
    } else if (screen.kind === 'drawn') {
      // An earlier document of this panel drew the screen. `ready` requests it for this document.
      this.#post({ type: 'ready' });
      return;
    } else {
      announcements.push(...this.#draw(screen));
    }
    this.#focus.withFallback(
      () => this.#header.show(view, changesOf(screen)),
      () => this.#screen?.screenView.focusHeading(),
    );
    announcements.push(...this.#cards.show(view, this.#screen), ...this.#foot.showSent(view.sent));
    this.#announcer.announce(announcements);
  }

  /** Draws a new screen. Returns its announcements. */
  #draw(screen: Screen): readonly string[] {
    try {
      const screenView = drawScreen(screen, this.#post);
      this.#replace(screen.id, screen.kind, screenView);
      this.#post({ type: 'drawn', screen: screen.id });
      // Also if the heading takes the focus and says the same: Orca does not read the heading of a screen that replaces another one.
      return screenView.announcement ?? [];
    } catch (error) {
      this.fail(screen.id, error instanceof Error ? error.message : String(error));
      return [];
    }
  }

  #replace(id: string, kind: Screen['kind'] | undefined, screenView: ScreenView): void {
    const hadFocus = this.#main.contains(this.#focus.element ?? null) || this.#focus.hasPendingMove;
    if (this.#screen) {
      this.#screen.screenView.dispose();
      this.#pause.begin();
      screenView.ignoreInput(ignoreAfterReplaceMs);
    }
    this.#screen = { id, kind, screenView };
    screenView.scroller.after(this.#foot.element);
    this.#main.replaceChildren(screenView.element);
    const saved = this.#messaging.scrollPosition;
    if (saved?.screen === id) {
      screenView.scroller.scrollTop = saved.scroll;
    } else {
      this.#messaging.scrollPosition = { screen: id, scroll: 0 };
    }
    screenView.scroller.addEventListener('scrollend', () => {
      this.#messaging.scrollPosition = { screen: id, scroll: Math.round(screenView.scroller.scrollTop) };
    });
    if (hadFocus) {
      // The focused element was removed; Tab would start at the top of the page.
      this.#focus.move(() => screenView.focusHeading());
    }
  }

  #keyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey) {
      // A shortcut of the editor can close the tab before anything else is posted.
      this.#screen?.screenView.flush();
    }
    if (isSelectAll(event) && event.target instanceof Element && event.target.matches('input, textarea')) {
      // The browser selects the text at once. The editor, which handles every key that reaches the window, would select it
      // a second time a little later; the next character would then replace the text that the user typed in between.
      event.stopPropagation();
      return;
    }
    if (isHelp(event)) {
      this.#post({ type: 'runCommand', command: 'openWalkthrough' });
      return;
    }
    const shortcut = shortcutOf(event);
    if (shortcut) {
      // Ctrl+Enter would also press a focused button.
      event.preventDefault();
      this.#screen?.screenView.shortcut(shortcut);
    }
  }
}

function drawScreen(screen: Screen, post: PostToExtension): ScreenView {
  switch (screen.kind) {
    case 'welcome':
      return drawWelcomeScreen(screen, post);
    case 'running':
      return drawRunningScreen(screen, post);
    case 'form':
      return drawFormScreen(screen, post);
    case 'url':
      return drawUrlScreen(screen, post);
    case 'arguments':
      return drawArgumentsScreen(screen, post);
    case 'jsonArguments':
      return drawJsonArgumentsScreen(screen, post);
    case 'result':
      return drawResultScreen(screen, post);
    case 'results':
      return drawResultListScreen(screen, post);
    case 'notDelivered':
      return drawNotDeliveredScreen(screen, post);
    case 'agreement':
      return drawAgreementScreen(screen, post);
    case 'unverifiedServer':
      return drawUnverifiedServerScreen(screen, post);
  }
}

/** The properties of a screen that can change while the screen is shown. */
function changesOf(screen: View['screen']): ScreenChanges {
  return {
    steps: 'steps' in screen ? screen.steps : undefined,
    callEnded: 'callEnded' in screen ? screen.callEnded : undefined,
    remembered: 'remembered' in screen ? screen.remembered : undefined,
    copied: 'copied' in screen ? screen.copied : undefined,
    answered: 'answered' in screen ? screen.answered : undefined,
    results: 'results' in screen ? screen.results : undefined,
  };
}
