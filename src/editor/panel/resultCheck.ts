import type { Outcome } from '../../bridge/messages.ts';
import { type Awaitable, whenReady } from '../../core/awaitable.ts';
import { mismatchOf } from '../../core/calls/structuredContent.ts';
import type { FormJudge } from './screens/typedForm.ts';
import type { OutcomeRequest } from './surface.ts';

/** How a call came out, with what is wrong with its structured content. At once where there is nothing to check. */
export function checkedOutcome(
  judge: Pick<FormJudge, 'checkReceived'>,
  { definition, outcome, outputSchema, result }: OutcomeRequest,
): Awaitable<Outcome> {
  if (outcome.kind !== 'result') {
    return outcome;
  }
  const check = judge.checkReceived.bind(judge);
  return whenReady(mismatchOf(check, definition.id, outputSchema, result), (mismatch) =>
    mismatch ? { ...outcome, mismatch: { problems: [...mismatch.problems], unchecked: mismatch.unchecked } } : outcome,
  );
}
