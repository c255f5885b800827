import type { Failure, FailureName } from '#core/common/errors.ts';
import { isRecord } from '#form/json.ts';
import type { Call } from './call.ts';

/** `toolError`: the result has `isError`. */
export const callOutcomes = ['completed', 'toolError', 'declined', 'cancelled', 'failed'] as const;
export type CallOutcome = (typeof callOutcomes)[number];

/** A call and how it ended. */
export interface EndedCall {
  readonly call: Call;
  readonly outcome: CallOutcome;
  /** Of one that failed. */
  readonly failure?: FailureName;
  /** Milliseconds from its beginning, including the start of the server and the time of the user. */
  readonly ms: number;
}

/**
 * How a call with this result ended.
 * Source: MCP specification, server/tools, "Error Handling".
 */
export function outcomeOf(result: unknown): Pick<EndedCall, 'outcome'> {
  return { outcome: isRecord(result) && result['isError'] === true ? 'toolError' : 'completed' };
}

/** How a call ended that has no result. */
export function outcomeOfFailure({ name }: Failure): Pick<EndedCall, 'outcome' | 'failure'> {
  switch (name) {
    case 'CallCancelled':
      return { outcome: 'cancelled' };
    case 'CallDeclined':
      return { outcome: 'declined' };
    default:
      return { outcome: 'failed', failure: name };
  }
}
