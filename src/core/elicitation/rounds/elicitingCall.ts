import type { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import type { Call } from '#core/model/call.ts';
import type { Roots } from '#core/model/roots.ts';

/** A request of ours that the server may answer only after the user has opened URLs. */
export interface ElicitingRequest {
  readonly elicitations: ElicitationHandler;
  /** Absent: the request belongs to no call. */
  readonly call?: Call | undefined;
  /** Fires when the request is to end; its reason is thrown to the caller. */
  readonly signal: AbortSignal;
}

/** A call whose server may send requests before it answers. */
export interface ElicitingCall extends ElicitingRequest {
  readonly call: Call;
  /** Absent: roots are not declared. */
  readonly roots?: Roots | undefined;
}
