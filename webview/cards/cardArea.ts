import { t } from '@vscode/l10n';
import type { Screen, View } from '#bridge/messages.ts';
import { inOneLine } from '#form/text.ts';
import { button } from '#webview/shell/buttons.ts';
import { el, setAttributes } from '#webview/shell/dom.ts';
import type { PanelFocus } from '#webview/shell/panelFocus.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { rateLimitText, suspendedText, waitingText } from './cardTexts.ts';
import { drawNoticeList } from './noticeList.ts';
import { drawRateLimitCards } from './rateLimitedServerCards.ts';
import { drawRunningCalls } from './runningCallCards.ts';
import { drawSuspendedCalls } from './suspendedCallCards.ts';

/** The panel's current screen, which is below the cards. */
interface ScreenBelow {
  /** `undefined`: the screen could not be drawn. */
  readonly kind: Screen['kind'] | undefined;
  readonly screenView: { focusHeading(): void; isHeading(element: Element): boolean };
}

/** Everything above the screen: notices, cards of servers and calls, and the number of waiting requests. */
export class CardArea {
  readonly element = el('div', { class: 'card-area' });
  readonly #focus: PanelFocus;
  readonly #notices;
  readonly #rateLimits;
  readonly #suspendedCalls;
  readonly #runningCalls;
  readonly #waiting = el('p', { 'aria-live': 'polite' });
  readonly #showWaiting: HTMLElement;

  constructor(post: PostToExtension, focus: PanelFocus) {
    this.#focus = focus;
    this.#notices = drawNoticeList(post);
    this.#rateLimits = drawRateLimitCards(post);
    this.#suspendedCalls = drawSuspendedCalls(post);
    this.#runningCalls = drawRunningCalls(post);
    this.#showWaiting = button(t('Show'), 'secondary', () => post({ type: 'showWaiting' }));
    this.#showWaiting.hidden = true;
    this.element.append(
      this.#notices.element,
      this.#rateLimits.element,
      this.#suspendedCalls.element,
      this.#runningCalls.element,
      el('div', { class: 'waiting' }, this.#waiting, this.#showWaiting),
    );
  }

  /** Shows the notices and cards of `view`. Returns one announcement for each new notice and card. */
  show(view: View, screen: ScreenBelow | undefined): string[] {
    const keepFocus = <T>(change: () => T): T =>
      this.#focus.withFallback(change, () => screen?.screenView.focusHeading());
    const notices = keepFocus(() => this.#notices.show(view.notices));
    const servers = keepFocus(() => this.#rateLimits.show(view.rateLimitCards));
    keepFocus(() => this.#runningCalls.show(view.calls));
    const isIdle = screen?.kind === 'running' || screen?.kind === 'welcome';
    const { element } = this.#focus;
    const hasAnswered = this.#focus.hasPendingMove || (element && screen?.screenView.isHeading(element));
    const suspended = keepFocus(() => this.#suspendedCalls.show(view.suspendedCalls));
    const [first] = suspended;
    // The user has just answered and no other request is shown: the next thing to do is at the card of the call.
    if (first && isIdle && hasAnswered) {
      this.#focus.move(() => this.#suspendedCalls.focus(first.id));
    }
    const isRequest = screen?.kind === 'form' || screen?.kind === 'url';
    this.#showWaitingText(view, isRequest);
    // While a request is shown, the next request comes only after its answer, so there is no button.
    keepFocus(() => {
      this.#showWaiting.hidden = isRequest || view.waitingBehind === 0;
    });
    this.#setLandmark(view);
    return [
      ...notices.map(({ text }) => text),
      ...servers.map((limited) => rateLimitText(limited, inOneLine(limited.server.name, 80)).join('')),
      ...suspended.map((call) => suspendedText(call, inOneLine(call.server.name, 80)).join('')),
    ];
  }

  /** Makes the cards with these ids ignore input for `ms` milliseconds. */
  ignoreInput(cards: readonly string[], ms: number): void {
    this.#suspendedCalls.ignoreInput(cards, ms);
    this.#rateLimits.ignoreInput(cards, ms);
  }

  #showWaitingText({ screen, waitingBehind }: View, isRequest: boolean): void {
    const ofSameCall = isRequest && 'steps' in screen ? (screen.steps?.waiting ?? 0) : 0;
    const text = waitingText(waitingBehind, isRequest, ofSameCall) ?? '';
    if (this.#waiting.textContent !== text) {
      this.#waiting.textContent = text;
    }
  }

  /** The area is a landmark for screen readers while it has content. */
  #setLandmark({ notices, rateLimitCards, suspendedCalls, calls }: View): void {
    const hasContent = [notices, rateLimitCards, suspendedCalls, calls].some((list) => list.length > 0);
    setAttributes(this.element, {
      role: hasContent ? 'region' : undefined,
      'aria-label': hasContent ? t('Notices and calls') : undefined,
    });
  }
}
