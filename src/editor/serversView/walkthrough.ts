import * as vscode from 'vscode';
import type { Disposable } from '#core/common/events.ts';
import { hasArrived } from '#core/delivery/deliveryState.ts';
import type { Inbox } from '#core/inbox/inbox.ts';
import { isByProgram } from '#core/model/elicitationRequest.ts';
import { contextKeys, walkthroughId } from '#editor/common/contributions.ts';

/** Completes the walkthrough's step about answering once a server has received an answer of the user. */
export function completeAnsweringStep(inbox: Inbox): Disposable {
  const dispose = () => {
    for (const subscription of subscriptions) {
      subscription.dispose();
    }
  };
  const complete = () => {
    dispose();
    void vscode.commands.executeCommand('setContext', contextKeys.answered, true);
  };
  const subscriptions: readonly Disposable[] = [
    inbox.onDidSettle(({ request, settlement }) => {
      const isBeingDelivered = inbox.deliveries.get(request.id) !== undefined;
      if (settlement.kind === 'decided' && !isByProgram(settlement.decision) && !isBeingDelivered) {
        complete();
      }
    }),
    inbox.deliveries.onDidChange(({ state }) => {
      if (hasArrived(state)) {
        complete();
      }
    }),
  ];
  return { dispose };
}

/** Opens the walkthrough of this extension. */
export async function openWalkthrough({ extensionId }: { readonly extensionId: string }): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', `${extensionId}#${walkthroughId}`);
}
