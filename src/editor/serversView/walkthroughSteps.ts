import type { Disposable } from '#core/common/events.ts';
import type { StateStore } from '#core/common/stateStore.ts';
import { hasArrived } from '#core/delivery/deliveryState.ts';
import type { Inbox } from '#core/inbox/inbox.ts';
import { isByProgram } from '#core/model/elicitationRequest.ts';
import { contextKeys } from '#editor/common/contributions.ts';

interface StepsContext {
  readonly inbox: Pick<Inbox, 'onDidArrive' | 'onDidSettle' | 'deliveries'>;
  readonly memory: StateStore;
  setContext(key: string, value: true): void;
}

/**
 * Completes the steps of the walkthrough about questions: once one was there, and once a server has received an answer of the user. What
 * was done in an earlier window counts, too.
 */
export function completeQuestionSteps({ inbox, memory, setContext }: StepsContext): Disposable {
  const isDone = (key: string) => memory.get(memoryKey(key)) === true;
  const complete = (key: string) => {
    if (!isDone(key)) {
      memory.set(memoryKey(key), true);
      setContext(key, true);
    }
  };
  for (const key of [contextKeys.asked, contextKeys.answered].filter(isDone)) {
    setContext(key, true);
  }
  const subscriptions: readonly Disposable[] = [
    inbox.onDidArrive(() => complete(contextKeys.asked)),
    inbox.onDidSettle(({ request, settlement }) => {
      const isBeingDelivered = inbox.deliveries.get(request.id) !== undefined;
      if (settlement.kind === 'decided' && !isByProgram(settlement.decision) && !isBeingDelivered) {
        complete(contextKeys.answered);
      }
    }),
    inbox.deliveries.onDidChange(({ state }) => {
      if (hasArrived(state)) {
        complete(contextKeys.answered);
      }
    }),
  ];
  return {
    dispose: () => {
      for (const subscription of subscriptions) {
        subscription.dispose();
      }
    },
  };
}

function memoryKey(key: string): string {
  return `walkthrough.${key}`;
}
