import type { CallTarget, ShownKeptOutcome } from '#bridge/messages.ts';
import { type Awaitable, whenReady } from '#core/common/awaitable.ts';
import type { ArgumentSecrets } from '#core/model/argumentSecrets.ts';
import type { CallOrigin, CallRequest } from '#core/model/call.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { findMismatch } from '#core/results/structuredContent.ts';
import type { FormValidator } from '#editor/panel/screens/editedForm.ts';

/** A call that has ended, with its result or its error. */
export interface CallResult {
  readonly definition: ServerDefinition;
  readonly target: CallTarget;
  readonly request: CallRequest;
  readonly origin: CallOrigin;
  readonly outcome: ShownKeptOutcome;
  /** The MCP result as received, for the button that copies it. */
  readonly result: unknown;
  /** The output schema of the tool as received. Absent if it has none. */
  readonly outputSchema?: unknown;
  /** The id of the call. Absent if the call failed before it began. */
  readonly callId?: string | undefined;
  /** What tells the secrets in the arguments. Absent if nothing does. */
  readonly argumentSecrets?: ArgumentSecrets;
}

/** The outcome, with the problems of its structured content. Returned without a promise if there is nothing to check. */
export function checkStructuredContent(
  validator: Pick<FormValidator, 'checkReceived'>,
  { definition, outcome, outputSchema, result }: CallResult,
): Awaitable<ShownKeptOutcome> {
  if (outcome.kind !== 'result') {
    return outcome;
  }
  const check = validator.checkReceived.bind(validator);
  return whenReady(findMismatch(check, definition.id, outputSchema, result), (mismatch) =>
    mismatch ? { ...outcome, mismatch: { problems: [...mismatch.problems], unchecked: mismatch.unchecked } } : outcome,
  );
}
