import type { Failure, FailureName } from '#core/common/errors.ts';
import { isRecord } from '#form/json.ts';
import type { Call } from './call.ts';

/** `toolError`: the result has `isError`. */
export const callOutcomes = ['completed', 'toolError', 'declined', 'cancelled', 'failed'] as const;
export type CallOutcome = (typeof callOutcomes)[number];

/** A call that has ended, with or without a result. */
export interface EndedCall {
  readonly call: Call;
  readonly outcome: CallOutcome;
  /** Present if the server asked during the call, as far as that is known. */
  readonly asked?: true;
  /** The failure of a call with the outcome `failed`. */
  readonly failure?: FailureName;
  /** Milliseconds from its start to its end, including the start of the server and the time that the user took. */
  readonly ms: number;
}

/**
 * The outcome of a call with this result.
 * Source: MCP specification, server/tools, "Error Handling".
 */
export function outcomeOf(result: unknown): Pick<EndedCall, 'outcome'> {
  return { outcome: isRecord(result) && result['isError'] === true ? 'toolError' : 'completed' };
}

/** The outcome of a call that ended with this failure, without a result. */
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
