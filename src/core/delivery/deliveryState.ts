import type { Decision, ElicitationRequest } from '#core/model/elicitationRequest.ts';

/** Why an answer did not arrive, or may not have. */
export interface DeliveryFailure {
  readonly code: /** The server refused it, with `status`. */
    | 'http'
    /** The server wants the user to sign in, and that failed. */
    | 'signIn'
    /** Nothing of it was sent. */
    | 'notSent'
    /** The server does not accept an answer to this request any more. */
    | 'expired'
    /** The connection broke. */
    | 'broken'
    /** The connection broke after the server had begun to answer. */
    | 'noResult'
    /** The received message is not a response to the request that carried the answer; a proxy may have sent it. */
    | 'noResponse'
    /** The server ended before its result. */
    | 'serverEnded'
    /** The call was stopped. */
    | 'stopped'
    /** The server withdrew the request. */
    | 'takenBack';
  readonly status?: number | undefined;
  /** From `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
}

export type DeliveryState =
  /** It is sent together with the other answers of its round, which the user has still to give. */
  | { readonly kind: 'held' }
  /** It is being sent. */
  | {
      readonly kind: 'sending';
      /** Without a response for a long time. */
      readonly slow?: true;
      /** Only the result of the call may confirm its arrival. */
      readonly untilResult?: true;
      /** It waits for the user to sign in. */
      readonly signIn?: true;
      /** It waits for the server's `Retry-After`, in milliseconds. */
      readonly pauseMs?: number;
    }
  /** The server accepted it. This state is final. */
  | { readonly kind: 'delivered' }
  /**
   * It was written (stdio), or the server has begun to respond to the request that carries it. While the call runs, this may
   * still become `unknown`; the result of the call confirms its arrival.
   */
  | { readonly kind: 'sent' }
  /** `refused`: it did not arrive. `unknown`: the server may have it. */
  | { readonly kind: 'refused' | 'unknown'; readonly failure: DeliveryFailure };

/** The delivery of the user's answer to a request, from Submit until it is settled. */
export interface Delivery {
  /** The id of the request. */
  readonly id: string;
  readonly request: ElicitationRequest;
  readonly decision: Decision;
  readonly state: DeliveryState;
  /** Nothing is sent any more: the call is over, or the connection. */
  readonly ended: boolean;
}

/**
 * How the call of an answer ended. `answered`: with a result, or an error of the server's. `lost`: without either.
 * `stopped`: by the user.
 */
export type CallEnd = 'answered' | 'lost' | 'stopped';

/** True if the answer counts as given. `sent` is final once the delivery is settled. */
export function hasArrived({ kind }: DeliveryState): boolean {
  return kind === 'delivered' || kind === 'sent';
}

/** The mutable state of a delivery that is not settled. */
export interface TrackedDelivery {
  delivery: Delivery;
  readonly over: AbortController;
  /** Sends it again. */
  again: (() => void) | undefined;
  timer: NodeJS.Timeout | undefined;
  untilResult: boolean;
  /** `Deliveries.end` will be called when its call ends. */
  expectsEnd: boolean;
  end: CallEnd | undefined;
  /** Why the last attempt failed, while the delivery waits for the next. */
  failure: DeliveryFailure | undefined;
  readonly finished: Promise<DeliveryState>;
  readonly finish: (state: DeliveryState) => void;
}

/** Creates the delivery of the user's answer to `request`. */
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
    expectsEnd: false,
    end: undefined,
    failure: undefined,
    finished,
    finish,
  };
}
