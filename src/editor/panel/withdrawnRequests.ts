import { t } from '@vscode/l10n';
import type { Settlement } from '#core/inbox/inbox.ts';
import { type ElicitationRequest, isByProgram, type Withdrawal } from '#core/model/elicitationRequest.ts';
import type { NoticeCards } from './noticeCards.ts';

/** The withdrawal of a request by the server, the connection or a program. `undefined` if the user settled the request or ended its call. */
export function withdrawalByOthers(settlement: Settlement): Withdrawal | undefined {
  if (settlement.kind === 'decided') {
    return isByProgram(settlement.decision) ? { by: 'host', reason: t('Another extension cancelled it.') } : undefined;
  }
  const { withdrawal } = settlement;
  return withdrawal.by === 'host' ? undefined : withdrawal;
}

/** The withdrawal of a request that the user settled, or whose call the user ended. */
function withdrawalByUser(settlement: Settlement): Withdrawal {
  return settlement.kind === 'decided' ? { by: 'host', reason: t('You cancelled it.') } : settlement.withdrawal;
}

/** Shows notices about requests that the server, the connection or a program withdrew, and about pages that were opened nevertheless. */
export class WithdrawnRequests {
  readonly #notices: NoticeCards;
  readonly #changed: () => void;

  /** @param changed Called if a notice is added after the settlement. */
  constructor(notices: NoticeCards, changed: () => void) {
    this.#notices = notices;
    this.#changed = changed;
  }

  /** @param hasDraft True if the request had a form with a draft. */
  settled(request: ElicitationRequest, settlement: Settlement, hasDraft: boolean): void {
    const withdrawal = withdrawalByOthers(settlement);
    if (withdrawal) {
      this.showWithdrawal(request, withdrawal, hasDraft);
    }
    const { reason } = withdrawal ?? withdrawalByUser(settlement);
    // A slow browser may open the page after the settlement.
    void settlement.opening?.then((isOpened) => {
      if (isOpened) {
        this.#showOpenedPage(request, reason);
      }
    });
  }

  showWithdrawal({ id, call, server }: ElicitationRequest, { reason }: Withdrawal, hasDraft: boolean): void {
    const text = hasDraft
      ? t('The question from {0} is gone. {1} What you had filled in is kept.', server.name, reason)
      : t('The question from {0} is gone. {1}', server.name, reason);
    const callToRepeat = hasDraft && call ? { serverId: server.id, request: call.request } : undefined;
    this.#notices.show({ severity: 'warning', text, serverId: server.id }, { requestId: id, callToRepeat });
  }

  #showOpenedPage({ id, server }: ElicitationRequest, reason: string): void {
    const text = t('The question from {0} is gone. {1} Its page was opened all the same.', server.name, reason);
    this.#notices.show({ severity: 'warning', text, serverId: server.id }, { requestId: id });
    this.#changed();
  }
}
