import { t } from '@vscode/l10n';
import { type Awaitable, whenReady } from '#core/common/awaitable.ts';
import type { SchemaCheck } from '#core/inbox/answerValidator.ts';
import { isRecord } from '#form/json.ts';
import type { ResultMismatch } from './keptCall.ts';

/** The type of `AnswerValidator.checkReceived`. */
type CheckReceived = (serverId: string, schema: unknown, value: unknown) => Awaitable<SchemaCheck>;

/**
 * Checks the structured content of a tool's result; `undefined` if the content is valid. A result with `isError` needs none.
 * Source: MCP specification, server/tools, "Output Schema".
 * @param outputSchema the output schema that the server listed; `undefined` if the tool has none
 * @param result the result as received
 */
export function findMismatch(
  check: CheckReceived,
  serverId: string,
  outputSchema: unknown,
  result: unknown,
): Awaitable<ResultMismatch | undefined> {
  if (outputSchema === undefined || !isRecord(result) || result['isError'] === true) {
    return undefined;
  }
  const { structuredContent } = result;
  if (structuredContent === undefined) {
    return { problems: [t('The result has no structured content.')] };
  }
  return whenReady(check(serverId, outputSchema, structuredContent), ({ problems, unchecked }) =>
    problems.length > 0 || unchecked !== undefined ? { problems, unchecked } : undefined,
  );
}
