import { ProtocolError } from '@modelcontextprotocol/client';
import type { RequestCodes } from '#core/model/requestCodes.ts';

/** The codes of errors. Not a property of the error, because the properties of an error may be sent. */
const codesByError = new WeakMap<object, RequestCodes>();

/**
 * Creates the error for a refused elicitation. `message` and `data` are sent to the server; `codes` are for the record and
 * are never sent. The error has no separate class, because extending the SDK's class would load the SDK with this file.
 */
export function refusedElicitation(code: number, message: string, codes: RequestCodes, data?: unknown): ProtocolError {
  const error = new ProtocolError(code, message, data);
  codesByError.set(error, codes);
  return error;
}

/** The codes of an error that `refusedElicitation` created. */
export function refusalCodesOf(error: unknown): RequestCodes | undefined {
  return error instanceof Error ? codesByError.get(error) : undefined;
}
