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
 * The SDK reports a malformed message to `onerror` and drops it: the server would get no reply to a malformed request, and a
 * request of the host would wait for its malformed response until it times out. Therefore the host refuses malformed requests,
 * and ends a request whose response is malformed.
 */

/** True if the `params` are no object, or the id is neither a string nor a number. */
export function isMalformedRequest(message: JSONRPCMessage): boolean {
  return !isJSONRPCRequest(message);
}

/** True if the `result` is no object, or the `error` has no code and message. */
export function isMalformedResponse(message: JSONRPCResponse): boolean {
  return !isJSONRPCResultResponse(message) && !isJSONRPCErrorResponse(message);
}

/** The error that refuses an unread request. `limit`: the limit that the request exceeds; `undefined`: it is malformed. */
export function unreadRequestError(limit: LimitCode | undefined): JSONRPCErrorResponse['error'] {
  return limit === undefined
    ? { code: ProtocolErrorCode.InvalidRequest, message: 'Invalid request' }
    : { code: ProtocolErrorCode.InvalidParams, message: 'Invalid params: the message is nested too deeply' };
}

/** The response that ends request `id` of the host. `description`: the unread response that it replaces, in words. */
export function unreadResponse(id: RequestId, description: string): JSONRPCErrorResponse {
  const error = { code: ProtocolErrorCode.InternalError, message: `The server answered with ${description}.` };
  return { jsonrpc: '2.0', id, error };
}
