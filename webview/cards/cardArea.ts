import { t } from '@vscode/l10n';
import type { RunningCall, Screen, View } from '#bridge/messages.ts';
import { inOneLine } from '#form/text.ts';
import { el, setAttributes } from '#webview/shell/dom.ts';
import type { PanelFocus } from '#webview/shell/panelFocus.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { drawAgentCalls } from './agentCallCards.ts';
import { agentStateText } from './agentTexts.ts';
import { rateLimitText, suspendedText } from './cardTexts.ts';
import type { FootArea } from './footArea.ts';
import { MoreCards } from './moreCards.ts';
import { drawNoticeList, noticeText } from './noticeList.ts';
import { onlyCall } from './onlyCall.ts';
import { drawRateLimitCards } from './rateLimitedServerCards.ts';
import { drawRunningCalls } from './runningCallCards.ts';
import { drawSuspendedCalls } from './suspendedCallCards.ts';

/** The panel's current screen, which is below the cards. */
interface ScreenBelow {
  /** `undefined`: the screen could not be drawn. */
  readonly kind: Screen['kind'] | undefined;
  readonly screenView: { focusHeading(): void; isHeading(element: Element): boolean };
}

/** Everything between the header and the screen: notices, and cards of servers and calls. The call of the shown request is in the header. */
export class CardArea {
  readonly #area = el('div', { class: 'card-area' });
  readonly element = el('div', {}, this.#area);
  readonly #focus: PanelFocus;
  readonly #foot: Pick<FootArea, 'showAgentCalls'>;
  readonly #notices;
  readonly #rateLimits;
  readonly #suspendedCalls;
  readonly #agentCalls;
  readonly #runningCalls;
  readonly #more: MoreCards;
  /** Whether the agents of the calls with a card wait, as announced last. */
  #agentStates: ReadonlyMap<string, string | undefined> = new Map();

  /** `foot`: shows the calls of agents while there is a screen with fields or buttons, which they must not move. */
  constructor(post: PostToExtension, focus: PanelFocus, foot: Pick<FootArea, 'showAgentCalls'>) {
    this.#focus = focus;
    this.#foot = foot;
    this.#notices = drawNoticeList(post);
    this.#rateLimits = drawRateLimitCards(post);
    this.#suspendedCalls = drawSuspendedCalls(post);
    this.#agentCalls = drawAgentCalls(post);
    this.#runningCalls = drawRunningCalls(post);
    this.#area.append(
      this.#notices.element,
      this.#rateLimits.element,
      this.#suspendedCalls.element,
      this.#agentCalls.element,
      this.#runningCalls.element,
    );
    this.#more = new MoreCards(this.#area);
    this.element.append(this.#more.element);
  }

  /** Shows the notices and cards of `view`. Returns one announcement for each new notice and card, and each agent that waits again. */
  show(view: View, screen: ScreenBelow | undefined): string[] {
    const keepFocus = <T>(change: () => T): T =>
      this.#focus.withFallback(change, () => screen?.screenView.focusHeading());
    const notices = keepFocus(() => this.#notices.show(view.notices));
    const servers = keepFocus(() => this.#rateLimits.show(view.rateLimitCards));
    const ofAgents = view.calls.filter(({ id, agent }) => agentNeedsCard(agent, id === view.shownCall));
    const isIdle = screen?.kind === 'running' || screen?.kind === 'welcome';
    keepFocus(() => {
      this.#agentCalls.show(isIdle ? ofAgents : []);
      this.#foot.showAgentCalls(isIdle ? [] : ofAgents);
    });
    const agents = ofAgents.filter(({ id, agent }) => this.#agentStates.get(id) !== agent?.state);
    this.#agentStates = new Map(ofAgents.map(({ id, agent }) => [id, agent?.state]));
    const calls = view.calls.filter((call) => call.id !== view.shownCall && !ofAgents.includes(call));
    keepFocus(() => this.#runningCalls.show(calls));
    const isNamedAbove = screen?.kind === 'running' && onlyCall(view) !== undefined;
    this.element.classList.toggle('call-named-above', isNamedAbove);
    const { element } = this.#focus;
    const hasAnswered = this.#focus.hasPendingMove || (element && screen?.screenView.isHeading(element));
    const suspended = keepFocus(() => this.#suspendedCalls.show(view.suspendedCalls));
    const [first] = suspended;
    // The user has just answered and no other request is shown: the next thing to do is at the card of the call.
    if (first && isIdle && hasAnswered) {
      this.#focus.move(() => this.#suspendedCalls.focus(first.id));
    }
    keepFocus(() => this.#more.update());
    this.#setLandmark([view.notices, view.rateLimitCards, view.suspendedCalls, isIdle ? ofAgents : [], calls]);
    return [
      ...notices.map(noticeText),
      ...servers.map((limited) => rateLimitText(limited, inOneLine(limited.server.name, 80)).join('')),
      ...agents.map(agentStateText),
      ...suspended.map((call) => suspendedText(call, inOneLine(call.server.name, 80)).join('')),
    ];
  }

  /** Makes the cards with these ids ignore input for `ms` milliseconds. */
  ignoreInput(cards: readonly string[], ms: number): void {
    this.#suspendedCalls.ignoreInput(cards, ms);
    this.#rateLimits.ignoreInput(cards, ms);
  }

  /** The area is a landmark for screen readers while it has content. */
  #setLandmark(lists: readonly (readonly unknown[])[]): void {
    const hasContent = lists.some((list) => list.length > 0);
    setAttributes(this.element, {
      role: hasContent ? 'region' : undefined,
      'aria-label': hasContent ? t('Notices and calls') : undefined,
    });
  }
}

/** True for a call for which its agent has stopped waiting. For the shown call also if the agent waits again. */
function agentNeedsCard(agent: RunningCall['agent'], isShown: boolean): boolean {
  return agent?.state === 'parked' || (agent?.state === 'joined' && isShown);
}
