import { deliveryOf } from '#core/delivery/roundDelivery.ts';
import { isRecord } from '#form/json.ts';
import { runLegacyTask } from './legacyTask.ts';
import { runModernTask } from './modernTask.ts';
import type { TaskContext } from './taskContext.ts';

/**
 * Sends the request of a call, and sees it through where it runs as a task. Up to 2025-11-25 that is our choice, and made
 * only for tools that require it: somebody waits for the result either way, and a plain call is asked, shown and
 * cancelled in fewer steps. Later it is the server's choice.
 * Source: MCP specification 2025-11-25, basic/utilities/tasks, "Tool-Level Negotiation"; tasks extension (SEP-2663).
 */
export async function sendThroughTask(
  method: string,
  params: Readonly<Record<string, unknown>>,
  context: TaskContext,
): Promise<unknown> {
  const { connection, options, tool, answer } = context;
  if (tool?.taskSupport === 'required' && connection.supportsTasks) {
    return runLegacyTask(params, context);
  }
  const result = await connection.request(method, { ...params }, options, tool);
  deliveryOf(params['inputResponses'])?.arrived();
  return answer && isRecord(result) && result['resultType'] === 'task'
    ? runModernTask(result, answer, context)
    : result;
}
