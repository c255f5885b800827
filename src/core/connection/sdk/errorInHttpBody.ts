import { ProtocolError, SdkHttpError } from '@modelcontextprotocol/client';
import { isNestedTooDeep } from '#core/common/messageLimits.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import { isRecord } from '#form/json.ts';

/**
 * The JSON-RPC error in the body of a response with an HTTP error status; `undefined` if there is none, or it is nested too
 * deeply. The SDK's HTTP transport reads it only for a request of the modern era, with status 400 and the id of the request,
 * and otherwise rejects with the status, so that the server's message is lost.
 * Source: MCP specification 2026-07-28, basic/transports/streamable-http, "Server Validation" and "Protocol Version
 * Header".
 */
export function errorInHttpBody(failure: unknown): ProtocolError | undefined {
  const text =
    failure instanceof SendFailure ? failure.body : failure instanceof SdkHttpError ? failure.data?.text : undefined;
  if (typeof text !== 'string') {
    return undefined;
  }
  try {
    const body: unknown = JSON.parse(text);
    const error = isRecord(body) && !isNestedTooDeep(body) ? body['error'] : undefined;
    return isRecord(error) && typeof error['code'] === 'number' && typeof error['message'] === 'string'
      ? ProtocolError.fromError(error['code'], error['message'], error['data'])
      : undefined;
  } catch {
    return undefined;
  }
}
