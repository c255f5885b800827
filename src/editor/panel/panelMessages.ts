import type { ToExtension } from '#bridge/messages.ts';
import type { ScreenMessage } from '#editor/panel/screens/panelScreen.ts';
import type { PanelContext } from './panelContext.ts';
import type { PanelNotices } from './panelNotices.ts';
import { applyLimitAct } from './rateLimitCards.ts';

/** What the webview says of the panel as a whole: what stands above the screen, and the page itself. */
type PanelMessage = Exclude<ToExtension, ScreenMessage>;

/** What only the user does, as opposed to what the webview does by itself. */
const acts: ReadonlySet<ToExtension['type']> = new Set([
  'submit',
  'decline',
  'declineRest',
  'cancel',
  'openUrl',
  'openedUrl',
]);

/** True for an answer of the user to what is shown. */
export function isAnswer({ type }: ToExtension): boolean {
  return acts.has(type);
}

/** The stage, to what is above its screen. */
export interface PanelMessageHandlers {
  readonly ports: Pick<PanelContext, 'actions' | 'suspendedCalls' | 'results' | 'servers'>;
  readonly notices: PanelNotices;
  /** The webview has nothing yet. */
  begin(): void;
  bringForward(): void;
  refresh(): void;
  /** Shows a result that is in the list. */
  openResult(id: string): void;
}

/** Takes each message that is of no screen to where something is done about it. */
export function handlePanelMessage(message: PanelMessage, { ports, notices, ...stage }: PanelMessageHandlers): void {
  const { actions, suspendedCalls: holds } = ports;
  switch (message.type) {
    case 'ready':
      stage.begin();
      return;
    case 'showWaiting':
      stage.bringForward();
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
      const server = ports.servers().find(({ definition }) => definition.id === message.serverId);
      if (server) {
        applyLimitAct(server.asking, message.action, 'person');
        stage.refresh();
      }
      return;
    }
    case 'dismissNotice':
      notices.dismiss(message.notice);
      stage.refresh();
      return;
    case 'runNoticedCall': {
      const lost = notices.dismiss(message.notice);
      stage.refresh();
      if (lost) {
        actions.runCall(lost.serverId, lost.request);
      }
      return;
    }
    case 'openResult':
      stage.openResult(message.result);
      return;
    case 'dismissResult':
      ports.results.dismiss(message.result);
      return;
    case 'clearResults':
      actions.clearResults();
      return;
    case 'resumeSuspendedCall':
      holds.continue(message.suspendedCall);
      return;
    case 'stopSuspendedCall':
      holds.stop(message.suspendedCall);
      return;
    case 'reopenPage':
    case 'copyPageUrl': {
      const url = holds.get(message.suspendedCall)?.visits[message.page]?.url;
      if (url !== undefined) {
        // Not opened, or not copied: the card stays, and the button can be pressed again.
        (message.type === 'reopenPage' ? actions.open(url) : actions.copyUrl(url)).catch(() => undefined);
      }
      return;
    }
  }
}
