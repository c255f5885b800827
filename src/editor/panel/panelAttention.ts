import type * as vscode from 'vscode';
import type { Inbox, Settlement } from '#core/inbox/inbox.ts';
import type { SuspendedCalls } from '#core/inbox/suspendedCalls.ts';
import { type ElicitationRequest, isByProgram } from '#core/model/elicitationRequest.ts';
import type { Attention } from '#editor/common/contributions.ts';
import type { FocusTracker } from './focusTracker.ts';
import type { PanelController } from './panelController.ts';
import {
  type PanelNotification,
  PanelNotifications,
  requestNotification,
  suspendedCallNotification,
} from './panelNotifications.ts';

export interface AttentionContext {
  readonly controller: PanelController;
  readonly inbox: Inbox;
  readonly suspendedCalls: SuspendedCalls;
  readonly focusTracker: FocusTracker;
  /** The user's setting. */
  attention(): Attention;
}

interface PanelTab {
  isVisible(): boolean;
  isActive(): boolean;
  reveal(takeFocus: boolean): void;
}

/**
 * Decides how the panel draws the user's attention: whether it opens, takes the keyboard focus, or a notification leads to
 * it; and whether the focus returns to the text editor afterwards.
 */
export class PanelAttention implements vscode.Disposable {
  readonly #context: AttentionContext;
  readonly #tab: PanelTab;
  readonly #notifications: PanelNotifications;
  /** The suspended calls at the last change: only a new one opens the panel. */
  #suspended: ReadonlySet<string> = new Set();
  #isDisposed = false;

  constructor(context: AttentionContext, tab: PanelTab) {
    this.#context = context;
    this.#tab = tab;
    this.#notifications = new PanelNotifications({
      isInSight: () => tab.isVisible(),
      ended: () => this.notifyNext(),
    });
    context.inbox.onDidArrive((request) => this.#requestArrived(request));
    context.inbox.onDidSettle(({ request, settlement }) => this.#returnFocus(request, settlement));
    context.suspendedCalls.onDidChange(() => this.#suspendedCallsChanged());
  }

  /**
   * Draws attention in the way that the user has set. The panel may open without the keyboard focus; it needs no
   * notification then. `mayOpen`: false if only a notification is due.
   */
  draw(notification: PanelNotification | undefined, mayOpen = true): void {
    const attention = this.#context.attention();
    if (mayOpen && attention === 'panel') {
      this.#tab.reveal(false);
    } else if (notification && attention !== 'badge') {
      this.#notifications.show(notification);
    }
  }

  /** Notifies of the oldest pending request: an earlier notification, or the panel, may have stood in its way. */
  notifyNext(): void {
    const [next] = this.#context.inbox.pending;
    if (next && !this.#isDisposed) {
      this.draw(this.#notificationOf(next), false);
    }
  }

  /** Closes the notifications that are not needed any more. */
  update(): void {
    this.#notifications.update();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#notifications.dispose();
  }

  /** If the user has stayed at the call of the request, the panel takes the keyboard focus; otherwise it only shows the request. */
  #requestArrived(request: ElicitationRequest): void {
    const { controller, focusTracker } = this.#context;
    const isHere = request.isStartedByUser && request.call !== undefined && focusTracker.stayedSince(request.call.id);
    const isShown = controller.current?.id === request.id;
    if (isHere) {
      this.#tab.reveal(isShown);
    }
    if (!(isHere && isShown)) {
      this.draw(this.#tab.isActive() && isShown ? undefined : this.#notificationOf(request));
    }
  }

  /** A call is suspended until the user goes on with it: the panel opens, without the keyboard focus. */
  #suspendedCallsChanged(): void {
    const { suspendedCalls } = this.#context;
    // A muted server draws no attention.
    const added = suspendedCalls.all.filter(
      ({ id, withheld }) => !this.#suspended.has(id) && withheld?.reason !== 'muted',
    );
    this.#suspended = new Set(suspendedCalls.all.map(({ id }) => id));
    const [first] = added;
    if (first && !this.#tab.isVisible()) {
      const isSuspended = () => suspendedCalls.all.some(({ id }) => id === first.id);
      this.draw(suspendedCallNotification(first.server.name, isSuspended));
    }
  }

  /** Names the server, and not what it asks. */
  #notificationOf({ id, server }: ElicitationRequest): PanelNotification {
    return requestNotification(server.name, () => this.#context.inbox.pending.some((request) => request.id === id));
  }

  /**
   * The user has answered, and nothing else waits: returns the keyboard focus to the text editor that they came from. Not if
   * something follows in the panel: the result of a call that the user began, or the state of a page that was opened.
   */
  #returnFocus({ isStartedByUser, mode }: ElicitationRequest, settlement: Settlement): void {
    if (settlement.kind !== 'decided' || isByProgram(settlement.decision)) {
      return;
    }
    const { controller, focusTracker, suspendedCalls } = this.#context;
    const follows = isStartedByUser || (mode === 'url' && settlement.decision.action === 'accept');
    const waits = controller.current?.waits || controller.blockingServers.length > 0 || suspendedCalls.all.length > 0;
    if (this.#tab.isActive() && !follows && !waits) {
      focusTracker.goBack();
    }
  }
}
