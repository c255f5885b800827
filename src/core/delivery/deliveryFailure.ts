import { ProtocolError, ProtocolErrorCode, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { HostError } from '#core/common/errors.ts';
import { noResponse } from '#core/transport/receivedMessages.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import type { DeliveryFailure } from './deliveryState.ts';

/** Milliseconds that are waited for a server that asks to be asked later; beyond that the user decides. */
const longestPause = 60_000;
/** Where it does not say how long. */
const usualPause = 1000;

interface ClassifiedFailure {
  readonly kind: 'refused' | 'unknown';
  readonly failure: DeliveryFailure;
}

/** What an error says of a message that was to be sent. */
export function failureOfReply(error: unknown): ClassifiedFailure {
  const failed = sendFailureIn(error);
  if (failed) {
    return fromSending(failed);
  }
  if (error instanceof HostError && (error.name === 'AuthorizationFailed' || error.name === 'AuthorizationDeclined')) {
    return { kind: 'refused', failure: { code: 'signIn', status: 401 } };
  }
  return { kind: 'unknown', failure: { code: 'broken' } };
}

/**
 * What an error of a request says of the answers that it carried; `undefined` where the server has answered it.
 * Source: MCP specification 2026-07-28, basic/patterns/mrtr: a server refuses a `requestState` that it does not take with
 * -32602.
 */
export function failureOfRetry(error: unknown): ClassifiedFailure | undefined {
  if (isExpired(error)) {
    return { kind: 'refused', failure: { code: 'expired' } };
  }
  if (isNoResponse(error)) {
    return { kind: 'unknown', failure: { code: 'noResponse' } };
  }
  if (!sendFailureIn(error) && (error instanceof ProtocolError || isUnreadable(error))) {
    return undefined;
  }
  if (error instanceof HostError && error.name === 'ServerCrashed') {
    return { kind: 'unknown', failure: { code: 'serverEnded' } };
  }
  if (error instanceof HostError && (error.name === 'CallCancelled' || error.name === 'ServerStopped')) {
    return { kind: 'unknown', failure: { code: 'stopped' } };
  }
  return failureOfReply(error);
}

/** True for the error of a server that does not take an answer any more. */
export function isExpired(error: unknown): error is ProtocolError {
  return error instanceof ProtocolError && error.code === ProtocolErrorCode.InvalidParams;
}

/**
 * True where what came back is no response to the request, status 202 among it: it may be of a proxy, and says neither that
 * the server has read the request nor that it has not.
 */
export function isNoResponse(error: unknown): boolean {
  return (
    (error instanceof ProtocolError && error.data === noResponse) ||
    (error instanceof SdkError && error.code === SdkErrorCode.ClientHttpUnexpectedContent)
  );
}

/** How long to wait before a refused message is sent once more; `undefined` where it is not. */
export function retryPause({ status, retryAfterMs = usualPause }: DeliveryFailure): number | undefined {
  return (status === 429 || status === 503) && retryAfterMs <= longestPause ? retryAfterMs : undefined;
}

function fromSending({ outcome, status, retryAfterMs }: SendFailure): ClassifiedFailure {
  switch (outcome) {
    case 'refused':
      return { kind: 'refused', failure: { code: 'http', status, retryAfterMs } };
    case 'notSent':
      return { kind: 'refused', failure: { code: 'notSent' } };
    case 'unknown':
      return { kind: 'unknown', failure: { code: 'broken' } };
  }
}

function sendFailureIn(error: unknown, depth = 0): SendFailure | undefined {
  if (error instanceof SendFailure) {
    return error;
  }
  return error instanceof Error && depth < 8 ? sendFailureIn(error.cause, depth + 1) : undefined;
}

/** The result does not follow the protocol. */
function isUnreadable(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.InvalidResult;
}
