import { ProtocolError } from '@modelcontextprotocol/client';
import type { Codes } from '#core/model/limitCodes.ts';

/** Beside the errors and not in them: an error's own properties may be sent. */
const codes = new WeakMap<object, Codes>();

/**
 * Why an elicitation is refused: in words for the server, and in codes of ours for the record, which are never sent. No
 * class of its own: to extend the SDK's error, the SDK would have to be loaded with this file.
 */
export function refusedElicitation(code: number, message: string, told: Codes, data?: unknown): ProtocolError {
  const error = new ProtocolError(code, message, data);
  codes.set(error, told);
  return error;
}

/** What the record is told of an error. */
export function codesOf(error: unknown): Codes | undefined {
  return error instanceof Error ? codes.get(error) : undefined;
}
