import { ProtocolError, SdkHttpError } from '@modelcontextprotocol/client';
import { isNestedTooDeep } from '#core/common/messageLimits.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import { isRecord } from '#form/json.ts';

/**
 * The JSON-RPC error in the body of a response whose HTTP status is an error. The SDK rejects with the status and leaves the
 * body unread, but what the server has to say is there. `undefined` if there is none, or it is nested too deeply.
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
    const found = isRecord(body) && !isNestedTooDeep(body) ? body['error'] : undefined;
    return isRecord(found) && typeof found['code'] === 'number' && typeof found['message'] === 'string'
      ? ProtocolError.fromError(found['code'], found['message'], found['data'])
      : undefined;
  } catch {
    return undefined;
  }
}
