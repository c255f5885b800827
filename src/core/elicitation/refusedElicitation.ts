import { ProtocolError } from '@modelcontextprotocol/client';
import type { RequestCodes } from '#core/model/requestCodes.ts';

/** Kept beside the errors, because an error's own properties may be sent. */
const codes = new WeakMap<object, RequestCodes>();

/**
 * The error for a refused elicitation: `message` is sent to the server, `recorded` are codes for the record and are never
 * sent. It has no class of its own, because extending the SDK's error would load the SDK with this file.
 */
export function refusedElicitation(
  code: number,
  message: string,
  recorded: RequestCodes,
  data?: unknown,
): ProtocolError {
  const error = new ProtocolError(code, message, data);
  codes.set(error, recorded);
  return error;
}

/** The codes that belong to an error. */
export function refusalCodesOf(error: unknown): RequestCodes | undefined {
  return error instanceof Error ? codes.get(error) : undefined;
}
