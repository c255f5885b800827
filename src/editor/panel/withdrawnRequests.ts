import { t } from '@vscode/l10n';
import type { Settlement } from '#core/inbox/inbox.ts';
import { type Attribution, type ElicitationRequest, isByProgram } from '#core/model/elicitationRequest.ts';
import type { NoticeCards } from './noticeCards.ts';

/**
 * The reason why the server, the connection, an agent or a program withdrew a request, as a sentence for the user. `undefined` if the user
 * settled the request, or if the host withdrew it: the call was cancelled, the server was stopped, or the window is closing.
 */
export function reasonOfOthers(settlement: Settlement): string | undefined {
  if (settlement.kind === 'decided') {
    return isByProgram(settlement.decision) ? t('Another extension cancelled it.') : undefined;
  }
  const { withdrawal } = settlement;
  return withdrawal.by === 'host' && !withdrawal.isNews ? undefined : withdrawal.reason;
}

/** The reason why a request is gone that the user settled or the host withdrew, as a sentence for the user. */
function reasonOfUserOrHost(settlement: Settlement): string {
  return settlement.kind === 'decided' ? t('You cancelled it.') : settlement.withdrawal.reason;
}

/**
 * Shows notices about requests that the server, the connection or a program withdrew, and about pages that the browser opened after
 * their requests were settled.
 */
export class WithdrawnRequests {
  readonly #notices: NoticeCards;
  readonly #onLateNotice: () => void;

  /** @param onLateNotice Called when a notice is added after `showNoticesFor` has returned. */
  constructor(notices: NoticeCards, onLateNotice: () => void) {
    this.#notices = notices;
    this.#onLateNotice = onLateNotice;
  }

  /**
   * Shows the notices about a settled request.
   * @param hasDraft True if the request was withdrawn by others and its form has a draft.
   */
  showNoticesFor(request: ElicitationRequest, settlement: Settlement, hasDraft: boolean): void {
    const withdrawalReason = reasonOfOthers(settlement);
    if (withdrawalReason !== undefined) {
      this.showWithdrawal(request, withdrawalReason, hasDraft);
    }
    // A slow browser may open the page after the settlement.
    const reason = withdrawalReason ?? reasonOfUserOrHost(settlement);
    void settlement.opening?.then((isOpened) => {
      if (isOpened) {
        this.#showOpenedPage(request, reason);
      }
    });
  }

  /** Shows the notice about a request that others withdrew. `reason`: a sentence for the user. */
  showWithdrawal({ id, call, server }: ElicitationRequest, reason: string, hasDraft: boolean): void {
    const text = hasDraft
      ? t('The question from {0} is closed. {1} What you had filled in is kept.', server.name, reason)
      : t('The question from {0} is closed. {1}', server.name, reason);
    // The call of an agent is the agent's to repeat.
    const callToRepeat =
      hasDraft && call && !server.asker
        ? { serverId: server.id, request: call.request, secrets: call.secrets }
        : undefined;
    this.#notices.show({ severity: 'warning', text, ...logOf(server) }, { requestId: id, callToRepeat });
  }

  #showOpenedPage({ id, server }: ElicitationRequest, reason: string): void {
    const text = t('The question from {0} is closed. {1} Its page was still opened.', server.name, reason);
    this.#notices.show({ severity: 'warning', text, ...logOf(server) }, { requestId: id });
    this.#onLateNotice();
  }
}

/** The server whose log has the details; none for a server that this host does not run. */
function logOf({ id, asker }: Attribution): { serverId?: string } {
  return asker ? {} : { serverId: id };
}
