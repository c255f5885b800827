import * as vscode from 'vscode';
import type { UnverifiedDecision, UnverifiedServer } from '#core/agents/sessions/agentServices.ts';
import { whenReady } from '#core/common/awaitable.ts';
import { Emitter } from '#core/common/events.ts';
import type { Call } from '#core/model/call.ts';
import type { AgreementRequest } from '#editor/agreement/agreementText.ts';
import { plainName } from '#editor/common/plainText.ts';
import type { CallResult } from '#editor/panel/results/callResult.ts';
import type { ArgumentsRequest, FilledArguments } from '#editor/panel/screens/argumentsRequest.ts';
import type { OwnTabs } from '#editor/tabs/ownTabs.ts';
import { SingleTab } from '#editor/tabs/singleTab.ts';
import { type AttentionContext, PanelAttention } from './panelAttention.ts';
import { agreementNotification, argumentsNotification, unverifiedServerNotification } from './panelNotifications.ts';
import { columnBeside, createPanelTab, defaultTitle, fillPanel, panelHtml } from './panelTab.ts';

/** The time between two refreshes, in milliseconds: a server may report progress thousands of times a second. */
const refreshMs = 100;

/** The webview panel: opens its tab and connects it to the controller. There is one in each window. */
export class ElicitationPanel implements vscode.Disposable {
  readonly #extensionUri: vscode.Uri;
  readonly #context: AttentionContext;
  readonly #attention: PanelAttention;
  readonly #tab: SingleTab;
  #panel: vscode.WebviewPanel | undefined;
  /** True if the page has to take the keyboard focus as soon as it is ready. */
  #takesFocus = false;
  /** True while the panel opens for an agent. */
  #isBeside = false;
  #refreshTimer: NodeJS.Timeout | undefined;
  /** The ids of the user's calls that run. */
  #callsOfUser: readonly string[] = [];
  /** The ids of the user's calls that ran when the user closed the tab, until another tab is opened. */
  #callsAtClosing: ReadonlySet<string> = new Set();
  readonly #onDidChangeSight = new Emitter<void>();
  readonly onDidChangeSight = this.#onDidChangeSight.event;

  constructor(extensionUri: vscode.Uri, tabs: OwnTabs, context: AttentionContext) {
    const { controller, focusTracker } = context;
    this.#extensionUri = extensionUri;
    this.#context = context;
    this.#attention = new PanelAttention(context, {
      isVisible: () => this.isInSight,
      isActive: () => this.#panel?.active === true,
      reveal: (takeFocus) => this.#reveal(takeFocus),
      revealBeside: () => this.#revealBeside(),
    });
    this.#tab = new SingleTab(tabs, 'panel', {
      isOpen: () => this.#panel !== undefined,
      open: (column) => this.#create(column),
      prepare: (state) => controller.results.restore(state),
      adopt: (tab) => this.#adopt(tab, panelHtml(extensionUri)),
      reveal: () => this.#reveal(this.#takesFocus),
      onDropped: () => controller.results.leave(),
    });
    controller.onWillAnswer((callId) => {
      // With the mark, the panel may take the keyboard focus for the next request of the same call.
      focusTracker.mark(callId);
    });
    controller.onDidReceive(() => this.#focusPage());
    controller.onDidChange(() => {
      this.#updateTitle();
      this.#attention.update();
    });
  }

  /** Asks the user for the arguments of a call. Resolves with `undefined` if the user dismissed the screen. */
  askArguments(request: ArgumentsRequest): Promise<FilledArguments | undefined> {
    const result = this.#context.controller.hostScreens.askArguments(request);
    const { definition, origin, target } = request;
    if (origin === 'user') {
      this.#reveal(true);
    } else {
      this.#attention.attract(argumentsNotification(target.name, definition.name, result, this.#newestHostScreen));
    }
    return result;
  }

  /** Shows a whole entry until the user has answered or `signal` is aborted. Resolves with true only if the user agreed to it. */
  askAgreement(request: AgreementRequest): Promise<boolean> {
    const result = this.#context.controller.hostScreens.askAgreement(request);
    if (request.isRequestedByUser) {
      this.#reveal(true);
    } else {
      this.#attention.attract(agreementNotification(request.definition.name, result, this.#newestHostScreen));
    }
    return result;
  }

  /** Asks whether a server of an agent may ask, until the user has decided or `signal` is aborted. Never takes the keyboard focus. */
  askAboutServer(server: UnverifiedServer, signal: AbortSignal): Promise<UnverifiedDecision> {
    const result = this.#context.controller.hostScreens.askAboutServer(server, signal);
    this.#attention.attractBeside(unverifiedServerNotification(server.agent, result, this.#newestHostScreen));
    return result;
  }

  /**
   * Stores the result of a call, and shows it if no screen is current. If the user closed the panel while the call ran, a notification
   * leads to the result.
   */
  addResult(ended: CallResult): void {
    const { controller, focusTracker } = this.#context;
    const wasClosed = !this.#panel && ended.callId !== undefined && this.#callsAtClosing.has(ended.callId);
    const id = controller.addResult(ended, !wasClosed);
    if (wasClosed) {
      void whenReady(id, (callId) => this.#attention.announceResult(callId, ended));
    } else if (ended.origin === 'user' && !this.isInSight) {
      // The user waits for the result. The panel takes the keyboard focus only if the user was not active elsewhere since the call began.
      this.#reveal(focusTracker.stayedSinceLastMark());
    }
  }

  /** Updates the panel after calls began, progressed or ended. Opens it for a call that the user has just begun. */
  updateCalls(calls: readonly Call[]): void {
    const { controller, focusTracker } = this.#context;
    for (const { id, origin } of calls) {
      if (origin === 'user' && !focusTracker.isMarked(id)) {
        focusTracker.mark(id);
        controller.results.leave();
        this.#reveal(true);
      }
    }
    this.#callsOfUser = calls.filter(({ origin }) => origin === 'user').map(({ id }) => id);
    focusTracker.keepOnly(new Set(calls.map(({ id }) => id)));

    this.#refreshTimer ??= setTimeout(() => {
      this.#refreshTimer = undefined;
      controller.refresh();
    }, refreshMs);
  }

  /** True while the user can see the panel. */
  get isInSight(): boolean {
    return this.#panel?.visible === true;
  }

  /** Opens the panel with the waiting screen `id`, else the oldest one, and moves the keyboard focus into it. */
  open(id?: string): void {
    const { controller, focusTracker } = this.#context;
    focusTracker.setReturnEditor(vscode.window.activeTextEditor);
    controller.bringForward(id);
    this.#reveal(true);
  }

  /** Opens the panel with the list of results, also while requests wait, and moves the keyboard focus into it. */
  openResults(): void {
    const { controller, focusTracker } = this.#context;
    focusTracker.setReturnEditor(vscode.window.activeTextEditor);
    controller.results.openList();
    this.#reveal(true);
  }

  /**
   * Moves the keyboard focus back into the page after a dialog of the editor, if the panel is still active: the editor moves the
   * focus only to the frame around the page.
   */
  regainKeyboard(): void {
    if (this.#panel?.active) {
      this.#panel.reveal(undefined, false);
    }
  }

  dispose(): void {
    clearTimeout(this.#refreshTimer);
    this.#attention.dispose();
    this.#tab.dispose();
    // Closing the window is no decision of the user: no request is settled.
    this.#panel = undefined;
  }

  /** The id of the screen that the controller has just opened for this extension itself. */
  get #newestHostScreen(): string | undefined {
    return this.#context.controller.hostScreens.all.at(-1)?.id;
  }

  #reveal(takeFocus: boolean): void {
    this.#takesFocus ||= takeFocus;
    if (!this.#panel) {
      this.#tab.open();
    } else if (takeFocus ? !this.#panel.active : !this.#panel.visible) {
      this.#panel.reveal(takeFocus ? undefined : this.#freeColumn, !takeFocus);
    }
    this.#focusPage();
  }

  /** Opens the panel without the keyboard focus, and never over the tab in which the user may be typing. */
  #revealBeside(): void {
    this.#isBeside = true;
    this.#reveal(false);
    this.#isBeside = false;
  }

  get #freeColumn(): vscode.ViewColumn {
    return this.#isBeside && vscode.window.tabGroups.activeTabGroup.activeTab
      ? vscode.ViewColumn.Beside
      : columnBeside();
  }

  #create(column: vscode.ViewColumn | undefined): void {
    // Loads the document first: if that fails after the tab was opened, an empty panel would be opened again and again.
    const html = panelHtml(this.#extensionUri);
    this.#adopt(createPanelTab(this.#takesFocus, column ?? (this.#takesFocus ? undefined : this.#freeColumn)), html);
  }

  /** Fills a new or restored tab, and connects it to the controller. */
  #adopt(panel: vscode.WebviewPanel, html: string): void {
    const { controller } = this.#context;
    this.#panel = panel;
    this.#callsAtClosing = new Set();
    panel.webview.onDidReceiveMessage((raw: unknown) => controller.receive(raw));
    panel.onDidChangeViewState(() => {
      controller.setInSight(panel.visible);
      this.#attention.update();
      if (!panel.visible) {
        this.#attention.notifyUnseen();
      }
      this.#onDidChangeSight.fire();
    });
    panel.onDidDispose(() => this.#disposed(panel));
    controller.setInSight(panel.visible);
    controller.attach((message) => panel.webview.postMessage(message));
    fillPanel(panel, this.#extensionUri, html);
    // The editor holds the message until the page is loaded, so the first screen need not wait for `ready`.
    controller.refresh();
  }

  #focusPage(): void {
    if (this.#takesFocus && this.#panel && this.#context.controller.focus()) {
      this.#takesFocus = false;
    }
  }

  #disposed(panel: vscode.WebviewPanel): void {
    if (this.#panel === panel) {
      this.#panel = undefined;
      this.#takesFocus = false;
      this.#callsAtClosing = new Set(this.#callsOfUser);
      this.#context.controller.handleTabClosed();
      this.#attention.notifyNext();
      this.#onDidChangeSight.fire();
    }
  }

  /** Sets the title of the tab to the server of the drawn screen. */
  #updateTitle(): void {
    const { current, isDrawn } = this.#context.controller;
    if (this.#panel && isDrawn) {
      this.#panel.title = current?.serverName ? plainName(current.serverName) : defaultTitle();
    }
  }
}
