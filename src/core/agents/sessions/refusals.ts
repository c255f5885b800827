import type { AnswerBody, AnswerError, Ask } from '#agentProtocol/agentMessages.ts';
import { rateLimitErrorCode } from '#core/elicitation/admission.ts';
import type { LimitCode } from '#core/model/requestCodes.ts';

/** Why a request is not shown: the error for its server, and the code for the record. */
export interface Refusal {
  readonly error: AnswerError;
  readonly limit?: LimitCode;
}

/** Codes of JSON-RPC, written out because the SDK is loaded only at its first use. */
const invalidParams = -32602;
const internalError = -32603;

/** How long a client must wait, by its reply, until its server may ask again, in milliseconds. */
const retryAfterMs = 60_000;

export const tooMany: Refusal = {
  error: {
    code: rateLimitErrorCode,
    message: 'Too many requests wait for the user already.',
    data: { reason: 'rate_limited', retryAfterMs },
  },
  limit: 'requestsPerMinute',
};

export const stoppedServer: Refusal = {
  error: {
    code: rateLimitErrorCode,
    message: 'The user does not let this server ask, because it is not the one that was connected.',
    data: { reason: 'muted', retryAfterMs },
  },
  limit: 'muted',
};

export const nestedTooDeep: Refusal = {
  error: { code: invalidParams, message: 'The request is nested too deep.' },
  limit: 'messageDepth',
};

export const notShown: Refusal = {
  error: { code: internalError, message: 'The request could not be shown.' },
};

/** The answer to a request that is refused. A round and a list of URLs cannot be answered with an error, so their call is ended. */
export function refusalOf({ request }: Ask, { error }: Refusal): AnswerBody {
  return request.kind === 'pushed' ? { kind: 'error', error } : { kind: 'endCall', message: error.message };
}
