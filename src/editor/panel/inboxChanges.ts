import type { Inbox } from '#core/inbox/inbox.ts';
import { isByProgram } from '#core/model/elicitationRequest.ts';
import type { SentAnswers } from '#editor/panel/notices/sentAnswers.ts';
import type { WithdrawnRequests } from '#editor/panel/notices/withdrawnRequests.ts';
import type { PendingScreens } from './pendingScreens.ts';

/**
 * Keeps the screens of requests, the notices about withdrawn requests and what is said of sent answers up to date. `changed` runs after each
 * change of the inbox.
 */
export function followInbox(
  inbox: Inbox,
  pending: PendingScreens,
  withdrawn: WithdrawnRequests,
  sent: SentAnswers,
  changed: () => void,
): void {
  inbox.onDidArrive((request) => {
    pending.add(request);
    withdrawn.removeAskedAgain(request);
    changed();
  });
  inbox.onDidSettle(({ request, settlement }) => {
    const hasDraft = pending.removeSettled(request, settlement);
    if (settlement.kind === 'decided' && !isByProgram(settlement.decision)) {
      withdrawn.removeAnswered(request);
    }
    withdrawn.showNoticesFor(request, settlement, hasDraft);
    changed();
  });
  inbox.deliveries.onDidChange((delivery) => {
    sent.update(delivery);
    const withdrawalReason = pending.updateDelivery(delivery);
    if (withdrawalReason !== undefined) {
      withdrawn.showWithdrawal(delivery.request, withdrawalReason, true);
    }
    changed();
  });
}
