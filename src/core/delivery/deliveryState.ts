import type { Decision, ElicitationRequest } from '#core/model/elicitationRequest.ts';

/** Why an answer did not arrive, or may not have. */
export interface DeliveryFailure {
  readonly code: /** The server refused it, with `status`. */
    | 'http'
    /** The server wants the user to sign in, and that failed. */
    | 'signIn'
    /** Nothing of it left. */
    | 'notSent'
    /** The server does not take an answer to this request any more. */
    | 'expired'
    /** The connection broke. */
    | 'broken'
    /** The connection broke after the server had begun to answer. */
    | 'noResult'
    /** What came back is no response to the request that carried it; a proxy may have sent it. */
    | 'noResponse'
    /** The server ended before its result. */
    | 'serverEnded'
    /** The call was stopped. */
    | 'stopped'
    /** The server does not wait for it any more. */
    | 'takenBack';
  readonly status?: number | undefined;
  /** From `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
}

export type DeliveryState =
  /** It leaves together with the other answers of its round, which the user still gives. */
  | { readonly kind: 'held' }
  /** It is on its way. */
  | {
      readonly kind: 'sending';
      /** That takes long. */
      readonly slow?: true;
      /** Nothing but the result of the call may say that it arrived. */
      readonly untilResult?: true;
      /** The user signs in first. */
      readonly signIn?: true;
      /** It waits, as the server asked. */
      readonly pauseMs?: number;
    }
  /** The server took it, and nothing more is expected. */
  | { readonly kind: 'delivered' }
  /**
   * It was written (stdio), or the server has begun to answer the request that carries it. While its call goes on this may
   * still become `unknown`; once the call has its result, it has arrived.
   */
  | { readonly kind: 'sent' }
  /** `refused`: it did not arrive. `unknown`: the server may have it. */
  | { readonly kind: 'refused' | 'unknown'; readonly failure: DeliveryFailure };

/** The user's answer to a request, from Submit until it is settled what became of it. */
export interface Delivery {
  /** The request's. */
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

/** An answer counts as given only then; `sent` is final once the delivery is settled. */
export function hasArrived({ kind }: DeliveryState): boolean {
  return kind === 'delivered' || kind === 'sent';
}

/** An answer whose delivery is not settled. */
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
  /** Why the last attempt failed, while it waits for the next. */
  failure: DeliveryFailure | undefined;
  readonly finished: Promise<DeliveryState>;
  readonly finish: (state: DeliveryState) => void;
}

/** Starts to track the answer that the user has given to `request`. */
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
