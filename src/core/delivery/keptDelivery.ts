import type { Decision, ElicitationRequest } from '#core/model/elicitationRequest.ts';
import type { CallEnd, Delivery, DeliveryFailure, DeliveryState } from './deliveryState.ts';

/** An answer, and what is needed until it is settled. */
export interface TrackedDelivery {
  delivery: Delivery;
  readonly over: AbortController;
  /** Told when the user wants it sent again. */
  again: (() => void) | undefined;
  timer: NodeJS.Timeout | undefined;
  untilResult: boolean;
  /** `end` is told of its call. */
  isFollowed: boolean;
  end: CallEnd | undefined;
  /** Why the last attempt failed, while it waits for the next. */
  failure: DeliveryFailure | undefined;
  readonly finished: Promise<DeliveryState>;
  readonly finish: (state: DeliveryState) => void;
}

/** The answer that the user has just given to `request`. */
export function trackDelivery(request: ElicitationRequest, decision: Decision): TrackedDelivery {
  const { id, group } = request;
  let finish: (state: DeliveryState) => void = () => undefined;
  const finished = new Promise<DeliveryState>((resolve) => {
    finish = resolve;
  });
  return {
    delivery: { id, request, decision, state: { kind: group ? 'held' : 'sending' }, ended: false },
    over: new AbortController(),
    again: undefined,
    timer: undefined,
    untilResult: false,
    isFollowed: false,
    end: undefined,
    failure: undefined,
    finished,
    finish,
  };
}
