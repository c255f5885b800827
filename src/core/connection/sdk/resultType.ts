import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { isRecord } from '#form/json.ts';

/**
 * A result of the modern era without `resultType` is complete; the SDK rejects it.
 * Source: MCP specification 2026-07-28, basic, "Responses".
 */
export function withResultType(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || !isRecord(message.result) || 'resultType' in message.result) {
    return message;
  }
  return { ...message, result: { ...message.result, resultType: 'complete' } };
}

/** A modern result with its `resultType`, which the SDK removes from a result that asks for no input. */
export function restoreResultType(result: unknown): unknown {
  return isRecord(result) ? { resultType: 'complete', ...result } : result;
}
