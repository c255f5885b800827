import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { isRecord } from '#form/json.ts';

/**
 * Adds the `resultType` `complete` to a result of the modern era that has none: such a result is complete, but the SDK
 * rejects it.
 * Source: MCP specification 2026-07-28, basic, "Responses".
 */
export function withResultType(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || !isRecord(message.result) || 'resultType' in message.result) {
    return message;
  }
  return { ...message, result: { ...message.result, resultType: 'complete' } };
}

/** Adds the `resultType` to a result of the modern era: the SDK removes it, except from an `input_required` result. */
export function restoreResultType(result: unknown): unknown {
  return isRecord(result) ? { resultType: 'complete', ...result } : result;
}
