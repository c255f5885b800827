import { t } from '@vscode/l10n';
import { type Awaitable, whenReady } from '#core/common/awaitable.ts';
import type { SchemaCheck } from '#core/inbox/answerValidator.ts';
import { isRecord } from '#form/json.ts';
import type { ResultMismatch } from './keptCall.ts';

/** Checks what a server sent against a schema of the server: `Judge.checkReceived`. */
type CheckReceived = (serverId: string, schema: unknown, value: unknown) => Awaitable<SchemaCheck>;

/**
 * What is wrong with the structured content of a tool's result; `undefined` where nothing is. A result that reports an error
 * of the tool needs none.
 * Source: MCP specification, server/tools, "Output Schema".
 * @param outputSchema as the server listed it; `undefined` where the tool has none
 * @param result as received
 */
export function mismatchOf(
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
