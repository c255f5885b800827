import type * as vscode from 'vscode';
import type { Inbox, Settlement } from '#core/inbox/inbox.ts';
import type { SuspendedCalls } from '#core/inbox/suspendedCalls.ts';
import { type ElicitationRequest, isByProgram } from '#core/model/elicitationRequest.ts';
import type { Attention } from '#editor/common/contributions.ts';
import type { CallResult } from '#editor/panel/results/callResult.ts';
import type { FocusTracker } from './focusTracker.ts';
import type { PanelController } from './panelController.ts';
import {
  notifyOfResult,
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
  /** The value of the setting `attention`. */
  attention(): Attention;
  /** The value of the setting `attentionContent`: true if notifications may contain the tool's name and the server's words. */
  attentionContent(): boolean;
}

interface PanelTab {
  isVisible(): boolean;
  isActive(): boolean;
  reveal(takeFocus: boolean): void;
  /** Shows the tab without the keyboard focus, and not over the tab in which the user may be typing. */
  revealBeside(): void;
}

/**
 * Decides how the panel attracts the user's attention: whether it opens, takes the keyboard focus, or a notification links to it; and
 * whether the focus returns to the text editor after the answer.
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
   * Attracts the user's attention according to the setting: opens the panel without the keyboard focus, or shows the notification. An opened
   * panel may be closed before the user has seen what it is about, so the notification is kept then. `mayOpen`: false if the panel must not open.
   */
  attract(notification: PanelNotification, mayOpen = true, open = () => this.#tab.reveal(false)): void {
    const attention = this.#context.attention();
    if (mayOpen && attention === 'panel') {
      open();
      this.#notifications.keep(notification);
    } else if (attention !== 'badge') {
      this.#notifications.show(notification);
    }
  }

  /** Attracts the attention to what an agent asks: the panel never opens over the tab in which the user may be typing. */
  attractBeside(notification: PanelNotification): void {
    this.attract(notification, true, () => this.#tab.revealBeside());
  }

  /**
   * Notifies of what waits and the user has not seen, and if that is no request, of the oldest pending one. An earlier notification or the
   * visible panel may have prevented these notifications.
   */
  notifyNext(): void {
    this.notifyUnseen();
    const [next] = this.#context.inbox.pending;
    if (next && !this.#isDisposed && !this.#notifications.isShown('request')) {
      this.attract({ ...this.#notificationOf(next), isReminder: true }, false);
    }
  }

  /** Notifies of what arrived while the panel was visible, or was being hidden, and the user has not seen. */
  notifyUnseen(): void {
    if (this.#context.attention() !== 'badge') {
      this.#notifications.showKept();
    }
  }

  /** Notifies of a result that is not shown, because the user closed the panel while its call ran. */
  announceResult(callId: string, call: Pick<CallResult, 'definition' | 'request'>): void {
    const { attention, attentionContent, controller } = this.#context;
    if (attention() !== 'badge' && !this.#tab.isVisible() && controller.results.isUnseen(callId)) {
      void notifyOfResult(callId, call, attentionContent());
    }
  }

  /** Closes the notifications that are not needed any more, and drops those of the screen that the user sees. */
  update(): void {
    const { controller } = this.#context;
    this.#notifications.update();
    if (controller.isSeen) {
      this.#notifications.forget(controller.shownId);
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#notifications.dispose();
  }

  /**
   * If the user has stayed at the call of the request, opens the panel, with the keyboard focus if it shows the request. Unless both
   * hold, also attracts attention according to the setting. A notification is kept in case the user leaves the panel before the page is drawn.
   */
  #requestArrived(request: ElicitationRequest): void {
    const { controller, focusTracker } = this.#context;
    const hasStayed =
      request.isStartedByUser && request.call !== undefined && focusTracker.stayedSince(request.call.id);
    const isShown = controller.current?.id === request.id;
    if (hasStayed) {
      this.#tab.reveal(isShown);
    }
    const notification = this.#notificationOf(request);
    if (hasStayed && isShown) {
      this.#notifications.keep(notification);
    } else if (request.server.asker) {
      this.attractBeside(notification);
    } else {
      this.attract(notification);
    }
  }

  /** Attracts attention to a new suspended call. */
  #suspendedCallsChanged(): void {
    const { suspendedCalls } = this.#context;
    // A muted server attracts no attention.
    const added = suspendedCalls.all.filter(
      ({ id, withheld }) => !this.#suspended.has(id) && withheld?.reason !== 'muted',
    );
    this.#suspended = new Set(suspendedCalls.all.map(({ id }) => id));
    const [first] = added;
    if (first && !this.#tab.isVisible()) {
      const isSuspended = () => suspendedCalls.all.some(({ id }) => id === first.id);
      this.attract(suspendedCallNotification(first.server.name, isSuspended));
    }
  }

  #notificationOf(request: ElicitationRequest): PanelNotification {
    const isPending = () => this.#context.inbox.get(request.id) !== undefined;
    return requestNotification(request, () => this.#context.attentionContent(), isPending);
  }

  /**
   * Returns the keyboard focus to the text editor after the user's answer, unless another screen waits or the panel is about to show
   * the result of a call that the user began, or the state of an opened page.
   */
  #returnFocus({ isStartedByUser, mode }: ElicitationRequest, settlement: Settlement): void {
    if (settlement.kind !== 'decided' || isByProgram(settlement.decision)) {
      return;
    }
    const { controller, focusTracker, suspendedCalls } = this.#context;
    const follows = isStartedByUser || (mode === 'url' && settlement.decision.action === 'accept');
    const waits = controller.current?.waits || controller.blockingServers.length > 0 || suspendedCalls.all.length > 0;
    if (this.#tab.isActive() && !follows && !waits) {
      focusTracker.returnFocus();
    }
  }
}
