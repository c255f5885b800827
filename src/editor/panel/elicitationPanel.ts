import * as vscode from 'vscode';
import { readToExtension } from '#bridge/messages.ts';
import { Emitter } from '#core/common/events.ts';
import type { Inbox, Settlement } from '#core/inbox/inbox.ts';
import type { SuspendedCalls } from '#core/inbox/suspendedCalls.ts';
import type { Call } from '#core/model/call.ts';
import { type ElicitationRequest, isByProgram } from '#core/model/elicitationRequest.ts';
import { plainName } from '#editor/common/plainText.ts';
import type { AgreementRequest, ArgumentsRequest, PanelSurface, ResultRequest } from '#editor/panel/screens/surface.ts';
import type { Attention } from '#editor/settings/attention.ts';
import type { OwnTabs } from '#editor/tabs/ownTabs.ts';
import { SingleTab } from '#editor/tabs/singleTab.ts';
import type { FocusTracker } from './focusTracker.ts';
import type { PanelController } from './panelController.ts';
import { isAnswer } from './panelMessages.ts';
import {
  agreementNotification,
  argumentsNotification,
  type PanelNotification,
  PanelNotifications,
  requestNotification,
  suspendedCallNotification,
} from './panelNotifications.ts';
import { createPanelTab, defaultTitle, fillPanel, panelHtml, placeBeside } from './panelTab.ts';

const REFRESH_MS = 100;

interface PanelParts {
  readonly stage: PanelController;
  readonly inbox: Inbox;
  readonly holds: SuspendedCalls;
  readonly whereabouts: FocusTracker;
  readonly tabs: OwnTabs;
  attention(): Attention;
}

/** The webview panel: opens it, lends it to the stage, and decides when it may take the keyboard. */
export class ElicitationPanel implements PanelSurface, vscode.Disposable {
  readonly #extensionUri: vscode.Uri;
  readonly #stage: PanelController;
  readonly #inbox: Inbox;
  readonly #holds: SuspendedCalls;
  readonly #whereabouts: FocusTracker;
  readonly #attention: () => Attention;
  readonly #place: SingleTab;
  #panel: vscode.WebviewPanel | undefined;
  #ready = false;
  #focusWanted = false;
  readonly #notices: PanelNotifications;
  /** The holds that were there the last time: only a new one opens the panel. */
  #held: ReadonlySet<string> = new Set();
  #refreshTimer: NodeJS.Timeout | undefined;
  #isOver = false;
  readonly #sightChanged = new Emitter<void>();
  readonly onDidChangeSight = this.#sightChanged.event;

  constructor(extensionUri: vscode.Uri, { stage, inbox, holds, whereabouts, tabs, attention }: PanelParts) {
    this.#extensionUri = extensionUri;
    this.#stage = stage;
    this.#inbox = inbox;
    this.#holds = holds;
    this.#whereabouts = whereabouts;
    this.#attention = attention;
    this.#notices = new PanelNotifications({
      isInSight: () => this.isInSight,
      ended: () => this.#tellOfNext(),
    });
    this.#place = new SingleTab(tabs, 'panel', {
      isOpen: () => this.#panel !== undefined,
      open: (column) => this.#create(this.#focusWanted, column),
      prepare: (state) => stage.restore(state),
      adopt: (tab) => this.#adopt(tab, panelHtml(extensionUri)),
      reveal: () => this.#reveal(this.#focusWanted),
      dropped: () => stage.closeResult(),
    });
    inbox.onDidArrive((request) => this.#attend(request));
    inbox.onDidSettle(({ request, settlement }) => this.#giveBack(request, settlement));
    holds.onDidChange(() => this.#attendHolds());
    stage.onDidChange(() => {
      this.#retitle();
      this.#notices.update();
    });
  }

  askArguments(request: ArgumentsRequest) {
    const result = this.#stage.askArguments(request);
    const { definition, origin, target } = request;
    if (origin === 'person') {
      this.#reveal(true);
    } else {
      this.#makeKnown(argumentsNotification(target.name, definition.name, result));
    }
    return result;
  }

  askAgreement(request: AgreementRequest) {
    const result = this.#stage.askAgreement(request);
    if (request.askedFor) {
      this.#reveal(true);
    } else {
      this.#makeKnown(agreementNotification(request.definition.name, result));
    }
    return result;
  }

  showResult(request: ResultRequest): void {
    this.#stage.showResult(request);
    if (this.#panel?.visible) {
      return;
    }
    if (request.origin === 'person') {
      // They wait for it; with the keyboard only when they have not turned to something else since.
      this.#reveal(this.#whereabouts.stayedSinceLastMark());
    }
  }

  /** Calls began, progressed or ended. One that the person just began is followed here: its progress, and Cancel. */
  callsChanged(calls: readonly Call[]): void {
    for (const { id, origin } of calls) {
      if (origin === 'person' && !this.#whereabouts.isMarked(id)) {
        this.#whereabouts.mark(id);
        this.#stage.closeResult();
        this.#reveal(true);
      }
    }
    this.#whereabouts.keepOnly(new Set(calls.map(({ id }) => id)));
    // A server may report progress thousands of times a second.
    this.#refreshTimer ??= setTimeout(() => {
      this.#refreshTimer = undefined;
      this.#stage.refresh();
    }, REFRESH_MS);
  }

  /** True while the user can see it. */
  get isInSight(): boolean {
    return this.#panel?.visible === true;
  }

  open(): void {
    this.#whereabouts.comeFrom(vscode.window.activeTextEditor);
    this.#stage.bringForward();
    this.#reveal(true);
  }

  /**
   * Gives the keyboard back to the panel after a dialog of the editor that it led to, where it is still the active
   * editor: the editor itself gives it to the frame around the page and no further.
   */
  regainKeyboard(): void {
    if (this.#panel?.active) {
      this.#panel.reveal(undefined, false);
    }
  }

  dispose(): void {
    clearTimeout(this.#refreshTimer);
    this.#isOver = true;
    this.#notices.dispose();
    this.#place.dispose();
    // Closing the window is no decision of the user's: nothing may be answered by it.
    this.#panel = undefined;
  }

  /** A question has arrived. With the person still at this very call the panel takes the keyboard; else it only shows. */
  #attend(request: ElicitationRequest): void {
    const here = request.askedFor && request.call !== undefined && this.#whereabouts.stayedSince(request.call.id);
    const shown = this.#stage.shows(request);
    if (here) {
      this.#reveal(shown);
    }
    if (!(here && shown)) {
      this.#makeKnown(this.#panel?.active && shown ? undefined : this.#noticeOf(request));
    }
  }

  /** A call waits for the person's word. Where the panel is not in sight it comes up, without the keyboard. */
  #attendHolds(): void {
    const holds = this.#holds.all;
    // A server that the person has muted is not to bring anything up.
    const news = holds.filter(({ id, withheld }) => !this.#held.has(id) && withheld?.reason !== 'muted');
    this.#held = new Set(holds.map(({ id }) => id));
    const [first] = news;
    if (first && !this.#panel?.visible) {
      this.#makeKnown(
        suspendedCallNotification(first.server.name, () => this.#holds.all.some(({ id }) => id === first.id)),
      );
    }
  }

  /** It says who, never what. The count in the status bar tells the rest. */
  #noticeOf({ id, server }: ElicitationRequest): PanelNotification {
    return requestNotification(server.name, () => this.#inbox.pending.some((request) => request.id === id));
  }

  /**
   * Makes something known as the user wants it. `opens`: the panel may come up for it, without the keyboard, and then says
   * enough itself.
   */
  #makeKnown(notice: PanelNotification | undefined, opens = true): void {
    const attention = this.#attention();
    if (opens && attention === 'panel') {
      // The panel comes into sight, a moment later.
      this.#reveal(false);
    } else if (notice && attention !== 'badge') {
      this.#notices.show(notice);
    }
  }

  /**
   * The person has answered, and nothing else waits: whoever came here from a text editor goes on there. Not where what
   * follows is here: the result of a call that they began, or what becomes of a page that was opened.
   */
  #giveBack({ askedFor, mode }: ElicitationRequest, settlement: Settlement): void {
    if (settlement.kind !== 'decided' || isByProgram(settlement.decision)) {
      return;
    }
    const { current, holdingUp } = this.#stage;
    const follows = askedFor || (mode === 'url' && settlement.decision.action === 'accept');
    const waits = current?.waits || holdingUp.length > 0 || this.#holds.all.length > 0;
    if (this.#panel?.active && !follows && !waits) {
      this.#whereabouts.goBack();
    }
  }

  #reveal(takeFocus: boolean): void {
    this.#focusWanted ||= takeFocus;
    if (!this.#panel) {
      this.#place.open();
    } else if (takeFocus ? !this.#panel.active : !this.#panel.visible) {
      this.#panel.reveal(takeFocus ? undefined : placeBeside(), !takeFocus);
    }
    this.#postFocus();
  }

  #create(takeFocus: boolean, column: vscode.ViewColumn | undefined): void {
    // First: a panel without a document would be brought up again and again, and stay empty.
    const html = panelHtml(this.#extensionUri);
    this.#adopt(createPanelTab(takeFocus, column), html);
  }

  #adopt(panel: vscode.WebviewPanel, html: string): void {
    this.#panel = panel;
    this.#ready = false;
    panel.webview.onDidReceiveMessage((raw: unknown) => this.#receive(raw));
    panel.onDidChangeViewState(() => {
      this.#stage.setInSight(panel.visible);
      this.#notices.update();
      this.#sightChanged.fire();
    });
    panel.onDidDispose(() => this.#disposed(panel));
    this.#stage.setInSight(panel.visible);
    this.#stage.attach((message) => {
      void panel.webview.postMessage(message);
    });
    fillPanel(panel, this.#extensionUri, html);
    // The editor keeps it until the page is loaded: nothing has to be asked for before the first screen is drawn.
    this.#stage.refresh();
  }

  #receive(raw: unknown): void {
    const message = readToExtension(raw);
    if (!message) {
      return;
    }
    const { current } = this.#stage;
    if (isAnswer(message) && current?.request?.call) {
      // The next question of the same call finds the person still here.
      this.#whereabouts.mark(current.request.call.id);
    }
    this.#ready = true;
    this.#stage.receive(message);
    this.#postFocus();
  }

  #postFocus(): void {
    if (this.#ready && this.#focusWanted && this.#panel) {
      this.#focusWanted = false;
      const screen = this.#stage.shownId;
      void this.#panel.webview.postMessage({ type: 'focus', screen });
    }
  }

  #disposed(panel: vscode.WebviewPanel): void {
    if (this.#panel === panel) {
      this.#panel = undefined;
      this.#ready = false;
      this.#focusWanted = false;
      this.#stage.closed();
      this.#tellOfNext();
      this.#sightChanged.fire();
    }
  }

  /** Of a request that waits and was not told of, because one before it was. */
  #tellOfNext(): void {
    const [next] = this.#inbox.pending;
    if (next && !this.#isOver) {
      this.#makeKnown(this.#noticeOf(next), false);
    }
  }

  /** The title names what is drawn, not what is on its way. */
  #retitle(): void {
    if (this.#panel && this.#stage.isDrawn) {
      const { current } = this.#stage;
      this.#panel.title = current ? plainName(current.serverName) : defaultTitle();
    }
  }
}
