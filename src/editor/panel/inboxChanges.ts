import type { Inbox } from '#core/inbox/inbox.ts';
import type { PendingScreens } from './pendingScreens.ts';
import type { WithdrawnRequests } from './withdrawnRequests.ts';

/** Keeps the screens of requests and the notices about withdrawn requests up to date. `changed` runs after each change of the inbox. */
export function followInbox(
  inbox: Inbox,
  pending: PendingScreens,
  withdrawn: WithdrawnRequests,
  changed: () => void,
): void {
  inbox.onDidArrive((request) => {
    pending.add(request);
    changed();
  });
  inbox.onDidSettle(({ request, settlement }) => {
    const hasDraft = pending.removeSettled(request, settlement);
    withdrawn.showNoticesFor(request, settlement, hasDraft);
    changed();
  });
  inbox.deliveries.onDidChange((delivery) => {
    const withdrawalReason = pending.updateDelivery(delivery);
    if (withdrawalReason !== undefined) {
      withdrawn.showWithdrawal(delivery.request, withdrawalReason, true);
    }
    changed();
  });
}
