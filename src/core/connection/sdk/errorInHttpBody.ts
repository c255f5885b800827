import { ProtocolError, ProtocolErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { isNestedTooDeep } from '#core/common/messageLimits.ts';
import type { LimitCode } from '#core/model/requestCodes.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import { isRecord } from '#form/json.ts';

/**
 * The JSON-RPC error in the body of a response whose HTTP status is an error too: what the server has to say is there,
 * and the status alone says little. `undefined` when there is none, or it is nested too deeply.
 * Source: MCP specification 2026-07-28, basic/transports/streamable-http, "Server Validation" and "Protocol Version
 * Header".
 */
export function errorInHttpBody(error: unknown): ProtocolError | undefined {
  const text = error instanceof SendFailure ? error.body : error instanceof SdkHttpError ? error.data?.text : undefined;
  if (typeof text !== 'string') {
    return undefined;
  }
  try {
    const body: unknown = JSON.parse(text);
    const said = isRecord(body) && !isNestedTooDeep(body) ? body['error'] : undefined;
    return isRecord(said) && typeof said['code'] === 'number' && typeof said['message'] === 'string'
      ? ProtocolError.fromError(said['code'], said['message'], said['data'])
      : undefined;
  } catch {
    return undefined;
  }
}

/** The JSON-RPC error for a request that was left unread: for the limit that it met, or because it is malformed. */
export function refusalOfUnread(limit: LimitCode | undefined): { readonly code: number; readonly message: string } {
  return limit === undefined
    ? { code: ProtocolErrorCode.InvalidRequest, message: 'Invalid request' }
    : { code: ProtocolErrorCode.InvalidParams, message: 'Invalid params: the message is nested too deeply' };
}
