import type { ToExtension } from '#bridge/messages.ts';
import type { NoticeCards } from '#editor/panel/notices/noticeCards.ts';
import { applyRateLimitAction } from '#editor/panel/notices/rateLimitCards.ts';
import type { ResultScreens } from '#editor/panel/results/resultScreens.ts';
import type { ScreenMessage } from '#editor/panel/screens/panelScreen.ts';
import type { PanelContext } from './panelContext.ts';

/** A message about the panel as a whole: about the page, or about a card or notice above the screen. */
type PanelMessage = Exclude<ToExtension, ScreenMessage>;

/** The types of the messages by which the user answers the current screen. */
const answers: ReadonlySet<ToExtension['type']> = new Set([
  'submit',
  'decline',
  'declineRest',
  'cancel',
  'openUrl',
  'openedUrl',
]);

/** True if the user answers the current screen by this message. */
export function isAnswer({ type }: ToExtension): boolean {
  return answers.has(type);
}

/** The parts of the panel that a message can affect. */
export interface PanelMessageHandlers {
  readonly context: Pick<PanelContext, 'actions' | 'suspendedCalls' | 'servers'>;
  readonly notices: NoticeCards;
  readonly results: Pick<ResultScreens, 'open' | 'listed'>;
  /** Called when the page was loaded, and has drawn nothing yet. */
  webviewReady(): void;
  /** Shows the waiting screen with this id, which the user has chosen. */
  showWaiting(id: string): void;
  refresh(): void;
}

/** Handles a message that is not about a screen. */
export function handlePanelMessage(
  message: PanelMessage,
  { context, notices, results, ...panel }: PanelMessageHandlers,
): void {
  const { actions, suspendedCalls } = context;
  switch (message.type) {
    case 'ready':
      panel.webviewReady();
      return;
    case 'showWaiting':
      panel.showWaiting(message.waitingId);
      return;
    case 'runCommand':
      actions.run(message.command);
      return;
    case 'stopCall':
      actions.cancelCall(message.call);
      return;
    case 'showLog':
      actions.showLog(message.serverId);
      return;
    case 'changeRateLimit': {
      const server = context.servers().find(({ definition }) => definition.id === message.serverId);
      if (server) {
        applyRateLimitAction(server.rateControl, message.action, 'user');
        panel.refresh();
      }
      return;
    }
    case 'dismissNotice':
      notices.dismiss(message.notice);
      panel.refresh();
      return;
    case 'runNoticedCall': {
      const callToRepeat = notices.dismiss(message.notice);
      panel.refresh();
      if (callToRepeat) {
        void actions.runCall(callToRepeat.serverId, callToRepeat.request, callToRepeat.secrets);
      }
      return;
    }
    case 'openResult':
      void results.open(message.result);
      return;
    case 'dismissResult':
      results.listed.remove(message.result);
      return;
    case 'clearResults':
      results.listed.removeAll();
      return;
    case 'restoreResult':
      void results.listed.restore(message.result);
      return;
    case 'restoreResults':
      void results.listed.restore();
      return;
    case 'resumeSuspendedCall':
      suspendedCalls.continue(message.suspendedCall);
      return;
    case 'stopSuspendedCall':
      suspendedCalls.stop(message.suspendedCall);
      return;
    case 'reopenPage':
    case 'copyPageUrl': {
      const url = suspendedCalls.get(message.suspendedCall)?.openedPages[message.page]?.url;
      if (url !== undefined) {
        // If this fails, the card stays, so the user can press the button again.
        (message.type === 'reopenPage' ? actions.open(url) : actions.copyUrl(url)).catch(() => undefined);
      }
      return;
    }
  }
}
