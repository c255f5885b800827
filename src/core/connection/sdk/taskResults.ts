import { randomUUID } from 'node:crypto';
import type { JSONRPCResponse } from '@modelcontextprotocol/client';
import { isRecord } from '#form/json.ts';

/** The property that holds a task inside a tool result. Random, so that no server can send it. */
const taskProperty = `task ${randomUUID()}`;

/**
 * Wraps a task into a complete tool result, because the SDK rejects results of a type that it does not know. In response to
 * a request other than `tools/call` the wrapped task is no valid result either, as the extension demands.
 * Source: tasks extension (SEP-2663), "Polymorphic Results".
 */
export function wrapTask(response: JSONRPCResponse): JSONRPCResponse {
  return 'result' in response && response.result['resultType'] === 'task'
    ? { ...response, result: { resultType: 'complete', content: [], [taskProperty]: response.result } }
    : response;
}

/** Returns the task that `wrapTask` has wrapped, and any other result unchanged. */
export function unwrapTask(result: unknown): unknown {
  return isRecord(result) && taskProperty in result ? result[taskProperty] : result;
}
