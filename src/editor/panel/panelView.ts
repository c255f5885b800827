import type { Screen, ToWebview } from '#bridge/messages.ts';
import type { ScreenMessage } from '#editor/panel/screens/panelScreen.ts';
import { callsInProgress } from './callsInProgress.ts';
import { DrawnState } from './drawnState.ts';
import { changingIdle, type IdleScreen, idleScreen } from './idle.ts';
import type { PanelContext } from './panelContext.ts';
import type { PanelNotices } from './panelNotices.ts';
import type { PendingScreens } from './pendingScreens.ts';
import { rateLimitCards } from './rateLimitCards.ts';
import type { ResultScreens } from './resultScreens.ts';
import type { ScreenQueue } from './screenQueue.ts';

/** Long enough that a click meant for what was there before does not answer what just appeared. */
const QUIET_MS = 500;

interface StageViewParts {
  readonly ports: Pick<PanelContext, 'calls' | 'clock' | 'definition' | 'suspendedCalls' | 'servers'>;
  readonly turns: Pick<ScreenQueue, 'current' | 'isQuiet' | 'waitingBehind'>;
  readonly questions: Pick<PendingScreens, 'callSteps'>;
  readonly results: ResultScreens;
  readonly notices: Pick<PanelNotices, 'all'>;
}

/** What the webview is told to show, and what it has drawn of it. */
export class StageView {
  readonly #parts: StageViewParts;
  readonly #drawing = new DrawnState();
  /** What is shown where there is nothing else. */
  #idle: IdleScreen = { kind: 'welcome', id: 'welcome', results: [] };
  /** The cards above the screen, and those of them that the user could see. */
  #cards: readonly string[] = [];
  #seenCards: ReadonlySet<string> = new Set();
  #post: ((message: ToWebview) => void) | undefined;

  constructor(parts: StageViewParts) {
    this.#parts = parts;
  }

  /** The id of what is shown. */
  get shownId(): string {
    return this.#parts.turns.current?.id ?? this.#idle.id;
  }

  /** True once the webview has drawn what is shown now. */
  get isDrawn(): boolean {
    return this.#drawing.isDrawn(this.shownId);
  }

  /** True once the user could see what is shown now: a tab in the background is drawn too. */
  get isSeen(): boolean {
    return this.#drawing.isSeen(this.shownId);
  }

  /** A webview is there to be drawn on. */
  attach(post: (message: ToWebview) => void): void {
    this.#post = post;
  }

  /** The webview is gone. */
  detach(): void {
    this.#post = undefined;
    this.#drawing.reset();
  }

  /** The webview has drawn nothing yet. */
  begin(): void {
    this.#drawing.reset();
  }

  /**
   * The quiet time of what was drawn out of sight has passed there, so that it begins anew: editors hide a tab without
   * a word to its page.
   */
  setInSight(inSight: boolean): void {
    if (inSight && this.isDrawn && !this.isSeen && this.#parts.turns.isQuiet) {
      this.post({ type: 'ignoreInput', screen: this.shownId, ms: QUIET_MS });
    }
    const cards = this.#cards.filter((card) => !this.#seenCards.has(card));
    if (inSight && cards.length > 0) {
      this.post({ type: 'ignoreCardInput', cards, ms: QUIET_MS });
    }
    this.#drawing.setInSight(inSight, this.shownId);
    this.#seeCards();
  }

  drew(message: Extract<ScreenMessage, { type: 'drawn' }>): void {
    this.#drawing.drew(message.screen);
  }

  post(message: ToWebview): void {
    this.#post?.(message);
  }

  /** Sends the whole truth again, but for what the webview has drawn of it. */
  refresh(): void {
    const { notices, ports, questions, results, turns } = this.#parts;
    const { callSteps: journeys } = questions;
    const { current } = turns;
    if (!current) {
      this.#idle = idleScreen(ports, journeys, results);
    }
    if (!this.isDrawn) {
      // Whatever was drawn before makes room for this one, and is drawn anew when it comes back.
      this.#drawing.reset();
    }
    const changing = current ? current.changing?.() : changingIdle(this.#idle);
    journeys.keepOnly(new Set(ports.calls().map(({ id }) => id)));
    const going = callsInProgress({ ...ports, journeys });
    const eager = rateLimitCards(ports.servers());
    this.#cards = [...going.suspendedCalls, ...eager].map(({ id }) => id);
    this.#seeCards();
    this.#post?.({
      type: 'show',
      view: {
        screen: this.isDrawn ? { kind: 'drawn', id: this.shownId, ...changing } : this.#draw(),
        waitingBehind: turns.waitingBehind,
        ...going,
        rateLimitCards: eager,
        notices: notices.all,
      },
    });
  }

  #seeCards(): void {
    const { isInSight } = this.#drawing;
    this.#seenCards = new Set(this.#cards.filter((card) => isInSight || this.#seenCards.has(card)));
  }

  #draw(): Screen {
    const { current, isQuiet } = this.#parts.turns;
    return current?.draw(isQuiet ? QUIET_MS : 0) ?? this.#idle;
  }
}
