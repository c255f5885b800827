import { LateSignal } from '#core/common/lateSignal.ts';
import type { Decision, ElicitationRequest } from '#core/model/elicitationRequest.ts';

/** The reason for which an answer has not arrived or may not have arrived. */
export interface DeliveryFailure {
  readonly code: /** The server refused it, with `status`. */
    | 'http'
    /** The server requires a sign-in, which failed. */
    | 'signIn'
    /** Nothing of the answer was sent. */
    | 'notSent'
    /** The server no longer accepts an answer to this request. */
    | 'expired'
    /** The connection broke. */
    | 'broken'
    /** The connection broke after the server had started to respond. */
    | 'noResult'
    /** The received message is not a response to the request that carried the answer; a proxy may have sent it. */
    | 'noResponse'
    /** The server ended before it returned a result. */
    | 'serverEnded'
    /** The call was stopped. */
    | 'stopped'
    /** The server withdrew the request. */
    | 'takenBack'
    /** Another window asks the request now. */
    | 'moved';
  readonly status?: number | undefined;
  /** The pause of the `Retry-After` header. */
  readonly retryAfterMs?: number | undefined;
}

export type DeliveryState =
  /** Waits until the user has also answered the other requests of its round. */
  | { readonly kind: 'held' }
  /** Is being sent. */
  | {
      readonly kind: 'sending';
      /** Present if there has been no response for a long time. */
      readonly slow?: true;
      /** Present if only the result of the call may confirm that the answer has arrived. */
      readonly untilResult?: true;
      /** Present while the delivery waits for the user to sign in. */
      readonly signIn?: true;
      /** Present while the delivery waits for the server's `Retry-After`: the milliseconds of this pause. */
      readonly pauseMs?: number;
    }
  /** The server accepted the answer. This state is final. */
  | { readonly kind: 'delivered' }
  /**
   * The answer was written (stdio), or the server has started to respond to the request that carries it. While the call runs,
   * the state may still become `unknown`; the result of the call confirms that the answer has arrived.
   */
  | { readonly kind: 'sent' }
  /** `refused`: the answer has not arrived. `unknown`: the answer may have arrived. */
  | { readonly kind: 'refused' | 'unknown'; readonly failure: DeliveryFailure };

/** The delivery of the user's answer to a request, from Submit until it is settled. */
export interface Delivery {
  /** The id of the request. */
  readonly id: string;
  readonly request: ElicitationRequest;
  readonly decision: Decision;
  readonly state: DeliveryState;
  /** True once the answer is no longer sent. */
  readonly ended: boolean;
}

/**
 * How the call of an answer ended. `answered`: the server returned a result or an error. `lost`: it returned neither.
 * `stopped`: the user or the host stopped the call.
 */
export type CallEnd = 'answered' | 'lost' | 'stopped';

/**
 * The reason with which the signals of a delivery are aborted. One object for all deliveries, because to create such an error takes
 * longer than the rest of a delivery.
 */
export const deliveryIsOver = new DOMException('The answer is not waited for any more.', 'AbortError');

/** True if the answer counts as given. `sent` is final once the delivery is settled. */
export function hasArrived({ kind }: DeliveryState): boolean {
  return kind === 'delivered' || kind === 'sent';
}

/** The mutable state of a delivery that is not settled. */
export interface TrackedDelivery {
  delivery: Delivery;
  /** Aborted when the answer must no longer be sent. */
  readonly ending: LateSignal;
  /** Sends the answer again. Present while the delivery waits for the user to request this. */
  retry: (() => void) | undefined;
  timer: NodeJS.Timeout | undefined;
  untilResult: boolean;
  /** True if `Deliveries.end` will be called when the call ends. */
  expectsEnd: boolean;
  end: CallEnd | undefined;
  /** The reason for which the last attempt failed. */
  failure: DeliveryFailure | undefined;
  readonly finalState: Promise<DeliveryState>;
  readonly resolveFinalState: (state: DeliveryState) => void;
}

/** Creates the delivery of the user's answer to `request`. */
export function createTrackedDelivery(request: ElicitationRequest, decision: Decision): TrackedDelivery {
  const { id, group } = request;
  let resolveFinalState: (state: DeliveryState) => void = () => undefined;
  const finalState = new Promise<DeliveryState>((resolve) => {
    resolveFinalState = resolve;
  });
  return {
    delivery: { id, request, decision, state: { kind: group ? 'held' : 'sending' }, ended: false },
    ending: new LateSignal(deliveryIsOver),
    retry: undefined,
    timer: undefined,
    untilResult: false,
    expectsEnd: false,
    end: undefined,
    failure: undefined,
    finalState,
    resolveFinalState,
  };
}

/** The deliveries that match, in their order. A loop without copies, because it runs several times for each answer. */
export function deliveriesWhere(
  all: Iterable<TrackedDelivery>,
  matches: (delivery: Delivery) => boolean,
): readonly TrackedDelivery[] {
  const found: TrackedDelivery[] = [];
  for (const tracked of all) {
    if (matches(tracked.delivery)) {
      found.push(tracked);
    }
  }
  return found;
}
