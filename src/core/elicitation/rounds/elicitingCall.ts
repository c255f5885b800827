import type { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import type { Call } from '#core/model/call.ts';
import type { Roots } from '#core/model/roots.ts';

/** A request of the host to which the server may respond only after the user has opened URLs. */
export interface ElicitingRequest {
  readonly elicitations: ElicitationHandler;
  /** Absent if the request belongs to no call. */
  readonly call?: Call | undefined;
  /** Aborted when the request must end. The signal's reason is thrown to the caller. */
  readonly signal: AbortSignal;
}

/** A call during which the server may send requests. */
export interface ElicitingCall extends ElicitingRequest {
  readonly call: Call;
  /** Absent if the host has not declared roots. */
  readonly roots?: Roots | undefined;
}
