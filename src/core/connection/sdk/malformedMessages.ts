import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCResponse,
  ProtocolErrorCode,
} from '@modelcontextprotocol/client';
import type { RequestId } from '#core/common/ids.ts';
import type { LimitCode } from '#core/model/requestCodes.ts';

/*
 * The SDK reports a malformed message to `onerror` and drops it: the server gets no reply to a malformed request, and our
 * request whose response is malformed waits until it times out. So requests are refused, and responses end their request.
 */

/** True if the `params` are no object, or the id is neither a string nor a number. */
export function isMalformedRequest(message: JSONRPCMessage): boolean {
  return !isJSONRPCRequest(message);
}

/** True if the `result` is no object, or the `error` has no code and message. */
export function isMalformedResponse(message: JSONRPCResponse): boolean {
  return !isJSONRPCResultResponse(message) && !isJSONRPCErrorResponse(message);
}

/** The error that refuses a request which was not read. `limit`: the one that the request exceeds; absent: it is malformed. */
export function unreadRequestError(limit: LimitCode | undefined): JSONRPCErrorResponse['error'] {
  return limit === undefined
    ? { code: ProtocolErrorCode.InvalidRequest, message: 'Invalid request' }
    : { code: ProtocolErrorCode.InvalidParams, message: 'Invalid params: the message is nested too deeply' };
}

/** The response that ends our request `id` in place of one that was not read. `what`: what the server sent. */
export function unreadResponse(id: RequestId, what: string): JSONRPCErrorResponse {
  const error = { code: ProtocolErrorCode.InternalError, message: `The server answered with ${what}.` };
  return { jsonrpc: '2.0', id, error };
}
