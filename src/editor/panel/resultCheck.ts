import type { ShownOutcome } from '#bridge/messages.ts';
import { type Awaitable, whenReady } from '#core/common/awaitable.ts';
import { mismatchOf } from '#core/results/structuredContent.ts';
import type { FormJudge } from '#editor/panel/screens/editedForm.ts';
import type { ResultRequest } from '#editor/panel/screens/surface.ts';

/** How a call came out, with what is wrong with its structured content. At once where there is nothing to check. */
export function checkStructuredContent(
  judge: Pick<FormJudge, 'checkReceived'>,
  { definition, outcome, outputSchema, result }: ResultRequest,
): Awaitable<ShownOutcome> {
  if (outcome.kind !== 'result') {
    return outcome;
  }
  const check = judge.checkReceived.bind(judge);
  return whenReady(mismatchOf(check, definition.id, outputSchema, result), (mismatch) =>
    mismatch ? { ...outcome, mismatch: { problems: [...mismatch.problems], unchecked: mismatch.unchecked } } : outcome,
  );
}
