import { ProtocolError } from '@modelcontextprotocol/client';
import type { RequestCodes } from '#core/model/requestCodes.ts';

/** Beside the errors and not in them: an error's own properties may be sent. */
const codes = new WeakMap<object, RequestCodes>();

/**
 * Why an elicitation is refused: in words for the server, and in codes of ours for the record, which are never sent. No
 * class of its own: to extend the SDK's error, the SDK would have to be loaded with this file.
 */
export function refusedElicitation(code: number, message: string, told: RequestCodes, data?: unknown): ProtocolError {
  const error = new ProtocolError(code, message, data);
  codes.set(error, told);
  return error;
}

/** What the record is told of an error. */
export function codesOf(error: unknown): RequestCodes | undefined {
  return error instanceof Error ? codes.get(error) : undefined;
}
