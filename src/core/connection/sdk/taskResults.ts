import { randomUUID } from 'node:crypto';
import type { JSONRPCResponse } from '@modelcontextprotocol/client';
import { isRecord } from '#form/json.ts';

/** The property that holds a task inside a tool result. Random, so that no server can send it. */
const taskProperty = `task ${randomUUID()}`;

/**
 * A task inside a complete tool result: the SDK rejects results of a type that it does not know, and does not show them. As
 * the answer to a request other than `tools/call` that is still no valid result, as the extension demands.
 * Source: tasks extension (SEP-2663), "Polymorphic Results".
 */
export function wrapTask(response: JSONRPCResponse): JSONRPCResponse {
  return 'result' in response && response.result['resultType'] === 'task'
    ? { ...response, result: { resultType: 'complete', content: [], [taskProperty]: response.result } }
    : response;
}

/** The task that `wrapTask` has wrapped; any other result as it is. */
export function unwrapTask(result: unknown): unknown {
  return isRecord(result) && taskProperty in result ? result[taskProperty] : result;
}
