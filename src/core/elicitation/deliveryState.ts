import type { Decision, ElicitationRequest } from '../inbox/request.ts';

/**
 * Why an answer did not arrive, or may not have. `http`: the server refused it, with `status`. `signIn`: the server wants
 * the user to sign in, and that failed. `notSent`: nothing of it left. `expired`: the server does not take an answer to
 * this request any more. `broken`: the connection broke. `noResult`: it broke after the server had begun to answer. `serverEnded`: the server ended before its result. `stopped`: the
 * call was stopped. `takenBack`: the server does not wait for it any more.
 */
export interface DeliveryFailure {
  readonly code:
    | 'http'
    | 'signIn'
    | 'notSent'
    | 'expired'
    | 'broken'
    | 'noResult'
    | 'serverEnded'
    | 'stopped'
    | 'takenBack';
  readonly status?: number | undefined;
  /** From `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * `held`: it leaves together with the other answers of its round, which the user still gives. `sending`: on its way; `slow` when
 * that takes long, `untilResult` where nothing but the result of the call may say that it arrived, `signIn` while the user signs in first, `pauseMs` when it
 * waits as the server asked. `delivered`: the server took it, and nothing more is expected. `sent`: it was written (stdio), or the server
 * has begun to answer the request that carries it; the call goes on. `refused`: it did not arrive. `unknown`: the server may
 * have it.
 */
export type DeliveryState =
  | { readonly kind: 'held' }
  | {
      readonly kind: 'sending';
      readonly slow?: true;
      readonly untilResult?: true;
      readonly signIn?: true;
      readonly pauseMs?: number;
    }
  | { readonly kind: 'delivered' }
  | { readonly kind: 'sent' }
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

/** An answer counts as given only then. */
export function hasArrived({ kind }: DeliveryState): boolean {
  return kind === 'delivered' || kind === 'sent';
}
