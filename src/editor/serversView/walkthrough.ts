import * as vscode from 'vscode';
import type { Disposable } from '#core/common/events.ts';
import { hasArrived } from '#core/delivery/deliveryState.ts';
import type { Inbox } from '#core/inbox/inbox.ts';
import { isByProgram } from '#core/model/elicitationRequest.ts';
import { contextKeys } from '#editor/common/contributions.ts';

/** Completes the walkthrough's step about answering once an answer of the user has arrived at a server. */
export function completeAnsweringStep(inbox: Inbox): Disposable {
  const dispose = () => {
    for (const subscription of listening) {
      subscription.dispose();
    }
  };
  const tick = () => {
    dispose();
    void vscode.commands.executeCommand('setContext', contextKeys.answered, true);
  };
  const listening: readonly Disposable[] = [
    inbox.onDidSettle(({ request, settlement }) => {
      const isOnItsWay = inbox.deliveries.get(request.id) !== undefined;
      if (settlement.kind === 'decided' && !isByProgram(settlement.decision) && !isOnItsWay) {
        tick();
      }
    }),
    inbox.deliveries.onDidChange(({ state }) => {
      if (hasArrived(state)) {
        tick();
      }
    }),
  ];
  return { dispose };
}
