import { t } from '@vscode/l10n';
import { readToExtension, type ToWebview, type View } from '#bridge/messages.ts';
import type { Awaitable } from '#core/common/awaitable.ts';
import { Emitter } from '#core/common/events.ts';
import { NoticeCards } from '#editor/panel/notices/noticeCards.ts';
import { rateLimitCards } from '#editor/panel/notices/rateLimitCards.ts';
import { SentAnswers } from '#editor/panel/notices/sentAnswers.ts';
import { WithdrawnRequests } from '#editor/panel/notices/withdrawnRequests.ts';
import type { CallResult } from '#editor/panel/results/callResult.ts';
import { ResultScreens } from '#editor/panel/results/resultScreens.ts';
import type { PanelScreen, ScreenMessage } from '#editor/panel/screens/panelScreen.ts';
import { resultShownIn } from '#editor/panel/screens/resultScreen.ts';
import { DrawnState } from './drawnState.ts';
import { headerContents } from './headerContents.ts';
import { HostScreens } from './hostScreens.ts';
import { followInbox } from './inboxChanges.ts';
import { PageConnection } from './pageConnection.ts';
import type { PanelContext } from './panelContext.ts';
import { callsInProgress, type IdleScreen, idleChanges, idleScreen, shownEarlierSteps } from './panelView.ts';
import { PendingScreens } from './pendingScreens.ts';
import { ScreenQueue } from './screenQueue.ts';
import { handlePanelMessage, isAnswer, type PanelMessageHandlers } from './webviewMessages.ts';

/** How long new buttons ignore input: a click meant for the earlier screen must not answer the new one. In milliseconds. */
const ignoreInputMs = 500;

/**
 * Decides what the panel shows, and exchanges messages with its webview. Imports no `vscode`, so that plain Node can test it.
 * A screen that waits for the user stays until it is settled; screens that arrive meanwhile wait behind it.
 */
export class PanelController {
  readonly hostScreens: HostScreens;
  readonly results: ResultScreens;
  readonly #context: PanelContext;
  readonly #pending: PendingScreens;
  readonly #queue: ScreenQueue;
  readonly #notices = new NoticeCards();
  readonly #withdrawn: WithdrawnRequests;
  readonly #sent = new SentAnswers(() => this.refresh());
  readonly #drawn = new DrawnState();
  readonly #messageHandlers: PanelMessageHandlers;
  readonly #changed = new Emitter<void>();
  readonly #drawFailed = new Emitter<string>();
  readonly #willAnswer = new Emitter<string>();
  readonly #received = new Emitter<void>();
  /** The screen that is shown if no other screen is current. */
  #idle: IdleScreen = { kind: 'welcome', id: 'welcome', results: [] };
  readonly #page = new PageConnection();
  /** True once the webview has sent a message, so that it can receive messages. */
  #isReady = false;

  /** Fires if another screen is current, or the waiting screens have changed. */
  readonly onDidChange = this.#changed.event;
  /** Fires with the id of a screen that could not be drawn, before it is dismissed. */
  readonly onDidFailToDraw = this.#drawFailed.event;
  /** Fires with the id of the call when the user answers the current request, before the request is settled. */
  readonly onWillAnswer = this.#willAnswer.event;
  /** Fires after a message of the webview was handled. */
  readonly onDidReceive = this.#received.event;

  constructor(context: PanelContext) {
    this.#context = context;
    this.#pending = new PendingScreens(context, () => this.refresh());
    this.results = new ResultScreens(context, {
      changed: () => this.#choose(),
      opened: () => {
        this.#queue.showOpened();
        this.refresh();
      },
      notFound: (isKept) => {
        const text = isKept ? t('This result cannot be read at the moment.') : t('This result is no longer kept.');
        this.#notices.show({ severity: 'info', text });
        this.refresh();
      },
      isIdle: () => this.#isIdle,
    });
    this.hostScreens = new HostScreens(context, {
      show: (screen, ignoreInput) => this.#queue.show(screen, ignoreInput),
      changed: () => this.#choose(),
    });
    this.#queue = new ScreenQueue({
      pending: this.#pending,
      hostScreens: this.hostScreens,
      results: this.results,
      isDrawn: () => this.isDrawn,
    });
    this.#withdrawn = new WithdrawnRequests(this.#notices, () => this.refresh());
    this.#messageHandlers = {
      context,
      notices: this.#notices,
      webviewReady: () => {
        this.#drawn.reset();
        this.#page.forgetShown();
        this.refresh();
      },
      results: this.results,
      showWaiting: (id) => {
        if (this.#queue.showWaiting(id)) {
          this.results.closeList();
          this.refresh();
          this.focus();
        }
      },
      refresh: () => this.refresh(),
    };
    followInbox(context.inbox, this.#pending, this.#withdrawn, this.#sent, () => this.#choose());
    context.suspendedCalls.onDidChange(() => this.refresh());
    context.remembered.onDidChange(() => this.refresh());
  }

  /** The current screen; `undefined` for the welcome screen and while calls run. */
  get current(): PanelScreen | undefined {
    return this.#queue.current;
  }

  /** The id of the shown screen. */
  get shownId(): string {
    return this.current?.id ?? this.#idle.id;
  }

  /** True once the webview has drawn the shown screen. */
  get isDrawn(): boolean {
    return this.#drawn.isDrawn(this.shownId);
  }

  /** True once the user could see the shown screen: a tab in the background is drawn, but not seen. */
  get isSeen(): boolean {
    return this.#drawn.isSeen(this.shownId);
  }

  /** The screens that block a server until the user has settled them: undelivered answers and requests first. */
  get blockingServers(): readonly PanelScreen[] {
    return this.#queue.waiting.filter(({ blocksServer }) => blocksServer);
  }

  /** Stores the result of a call that has ended, and shows it if it may and no screen is current. Returns its id once it is stored. */
  addResult(ended: CallResult, mayShow = true): Awaitable<string> {
    const earlierSteps = this.#pending.callSteps.takeEarlierSteps(ended.request);
    return this.results.add(ended, shownEarlierSteps(earlierSteps), mayShow);
  }

  /** Shows the result with this id, or makes a waiting screen current, at the user's request: see `ScreenQueue.bringForward`. */
  bringForward(id?: string): void {
    const call = resultShownIn({ screen: id });
    if (call !== undefined) {
      void this.results.open(call);
      return;
    }
    this.results.closeList();
    this.#queue.bringForward(id);
    this.refresh();
  }

  /** Replaces the webview that messages are posted to. The page of the new one sends `ready` first. */
  attach(postMessage: (message: ToWebview) => unknown): void {
    this.#page.attach(postMessage);
    this.#isReady = false;
  }

  /** Sets whether the tab is in sight. Buttons that were drawn out of sight ignore input again, because the user has not seen them yet. */
  setInSight(isInSight: boolean): void {
    if (isInSight && this.isDrawn && !this.isSeen && this.#queue.ignoresInput) {
      this.#page.post({ type: 'ignoreInput', screen: this.shownId, ms: ignoreInputMs });
    }
    const cards = this.#drawn.unseenCards;
    if (isInSight && cards.length > 0) {
      this.#page.post({ type: 'ignoreCardInput', cards, ms: ignoreInputMs });
    }
    this.#drawn.setInSight(isInSight, this.shownId);
    this.#changed.fire();
  }

  /**
   * Handles that the user closed the tab: dismisses the one screen that the user could see. What a server or a program waits for, and the
   * user could not see yet, continues to wait. Arguments of a call that the user has begun are dismissed even before they are drawn.
   */
  handleTabClosed(): void {
    const { current } = this;
    const isUnseen = current?.blocksServer && !this.isSeen;
    this.#page.detach();
    this.#isReady = false;
    this.#drawn.reset();
    this.#notices.clear();
    this.#sent.clear();
    this.results.close();
    if (!isUnseen && current?.waits) {
      current.dismiss();
    }
    this.#choose();
  }

  /** Moves the keyboard focus into the page. Returns false, without an effect, if the page is not ready yet. */
  focus(): boolean {
    if (this.#isReady) {
      this.#page.post({ type: 'focus', screen: this.shownId });
    }
    return this.#isReady;
  }

  /** Posts the whole view. A screen that the webview has drawn is reduced to the properties that may have changed. */
  refresh(): void {
    const { servers } = this.#context;
    const { callSteps } = this.#pending;
    const { current, ignoresInput, waitingBehind } = this.#queue;
    const idle = () => (current ? this.#idle : idleScreen(this.#context, callSteps, this.results.listed.rows));
    this.#idle = idle();
    if (!this.isDrawn) {
      // The webview replaces the drawn screen. If that screen becomes current again, it has to be drawn again.
      this.#drawn.reset();
      this.results.listed.forgetRemoved();
      this.#idle = idle();
    }
    const changes = current ? current.changes?.() : idleChanges(this.#idle);
    callSteps.keepOnly(new Set(this.#context.calls().map(({ id }) => id)));
    const inProgress = callsInProgress(this.#context, callSteps);
    const cards = rateLimitCards(servers());
    this.#drawn.setCards([...inProgress.suspendedCalls, ...cards].map(({ id }) => id));
    const view: View = {
      screen: this.isDrawn
        ? { kind: 'drawn', id: this.shownId, ...changes }
        : (current?.compose(ignoresInput ? ignoreInputMs : 0) ?? this.#idle),
      ...headerContents(current, inProgress.calls, this.#context),
      waitingBehind,
      waiting: this.#queue.entries,
      ...inProgress,
      rateLimitCards: cards,
      notices: this.#notices.all,
      ...(this.#sent.shown && { sent: this.#sent.shown }),
    };
    this.#page.show(view, this.hostScreens.isCallBeginning);
    this.#changed.fire();
  }

  /** Handles a message of the webview, which is not trusted. Ignores a malformed message, and one about a screen that is gone. */
  receive(raw: unknown): void {
    const message = readToExtension(raw);
    if (!message) {
      return;
    }
    this.#isReady = true;
    if (!('screen' in message)) {
      handlePanelMessage(message, this.#messageHandlers);
    } else if (this.shownId === message.screen) {
      this.#receiveShown(message);
    } else if (message.type === 'edit' || message.type === 'editJson') {
      this.#receiveLateEdit(message);
    }
    this.#received.fire();
  }

  #receiveShown(message: ScreenMessage): void {
    const { current } = this;
    const call = current?.request?.call;
    if (call && isAnswer(message)) {
      this.#willAnswer.fire(call.id);
    }
    if (message.type === 'drawn') {
      this.#drawn.markDrawn(message.screen);
      this.#changed.fire();
    } else if (current && message.type === 'drawFailed') {
      const text = t(
        'The question from {0} could not be shown and was cancelled. {1}',
        current.serverName,
        message.message,
      );
      this.#notices.show({ severity: 'error', text });
      this.refresh();
      this.#drawFailed.fire(current.id);
      (current.drawFailed ?? current.dismiss).call(current);
    } else {
      current?.receive(message, (reply) => this.#page.post(reply));
    }
  }

  /** Handles an edit that arrives after another screen took the place of its own, which waits behind it or was withdrawn. */
  #receiveLateEdit(edit: Extract<ScreenMessage, { type: 'edit' | 'editJson' }>): void {
    const waiting = this.#queue.waiting.find(({ id }) => id === edit.screen);
    waiting?.receive(edit, () => undefined);
    const withdrawn = !waiting && edit.type === 'edit' ? this.#pending.editLate(edit) : undefined;
    if (withdrawn) {
      this.#withdrawn.showWithdrawal(withdrawn.request, withdrawn.why, true);
      this.refresh();
    }
  }

  #choose(): void {
    this.#queue.choose();
    this.refresh();
  }

  /** True if no screen is current, and no call of the user runs. */
  get #isIdle(): boolean {
    return !this.current && !this.#context.calls().some(({ origin }) => origin === 'user');
  }
}
