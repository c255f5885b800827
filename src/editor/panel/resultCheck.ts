import type { ShownOutcome } from '#bridge/messages.ts';
import { type Awaitable, whenReady } from '#core/common/awaitable.ts';
import { mismatchOf } from '#core/results/structuredContent.ts';
import type { OutcomeRequest } from '#editor/panel/screens/surface.ts';
import type { FormJudge } from '#editor/panel/screens/typedForm.ts';

/** How a call came out, with what is wrong with its structured content. At once where there is nothing to check. */
export function checkedOutcome(
  judge: Pick<FormJudge, 'checkReceived'>,
  { definition, outcome, outputSchema, result }: OutcomeRequest,
): Awaitable<ShownOutcome> {
  if (outcome.kind !== 'result') {
    return outcome;
  }
  const check = judge.checkReceived.bind(judge);
  return whenReady(mismatchOf(check, definition.id, outputSchema, result), (mismatch) =>
    mismatch ? { ...outcome, mismatch: { problems: [...mismatch.problems], unchecked: mismatch.unchecked } } : outcome,
  );
}
