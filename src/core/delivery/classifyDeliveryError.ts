import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  SdkError,
  SdkErrorCode,
} from '@modelcontextprotocol/client';
import { HostError } from '#core/common/errors.ts';
import { noResponse } from '#core/transport/receivedMessages.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import type { DeliveryFailure } from './deliveryState.ts';

/** The longest `Retry-After` after which a message is sent again automatically, in milliseconds. */
const maxPauseMs = 60_000;
/** The pause if there is no `Retry-After`, in milliseconds. */
const defaultPauseMs = 1000;

interface ClassifiedFailure {
  readonly kind: 'refused' | 'unknown';
  readonly failure: DeliveryFailure;
}

/** The error of a reply that goes through another program, which says what became of it. */
export class NotDelivered extends Error {
  readonly kind: ClassifiedFailure['kind'];
  readonly failure: DeliveryFailure;

  constructor(kind: ClassifiedFailure['kind'], failure: DeliveryFailure) {
    super(`The answer was not delivered (${failure.code}).`);
    this.kind = kind;
    this.failure = failure;
  }
}

/**
 * The error of answers that the server refused because it goes on without them: it had taken its questions back, so the call that
 * asked them has not failed.
 */
export class NotAwaited extends Error {
  readonly kind: ClassifiedFailure['kind'];

  /** `kind`: `unknown` if an earlier attempt to send the answers may have reached the server. */
  constructor(kind: ClassifiedFailure['kind'], cause: unknown) {
    super('The server does not wait for the answer any more.', { cause });
    this.kind = kind;
  }
}

/** Classifies the error with which sending a reply failed. */
export function classifyReplyError(error: unknown): ClassifiedFailure {
  if (error instanceof NotDelivered) {
    return error;
  }
  const sendFailure = findSendFailure(error);
  if (sendFailure) {
    return classifySendFailure(sendFailure);
  }
  if (error instanceof HostError && (error.name === 'AuthorizationFailed' || error.name === 'AuthorizationDeclined')) {
    return { kind: 'refused', failure: { code: 'signIn', status: 401 } };
  }
  return { kind: 'unknown', failure: { code: 'broken' } };
}

/**
 * Classifies the error of a request that carried answers; `undefined` if the error is the server's response.
 * Source: MCP specification 2026-07-28, basic/patterns/mrtr: a server refuses an invalid `requestState` with
 * -32602.
 */
export function classifyRetryError(error: unknown): ClassifiedFailure | undefined {
  if (isExpired(error)) {
    return { kind: 'refused', failure: { code: 'expired' } };
  }
  if (isNoResponse(error)) {
    return { kind: 'unknown', failure: { code: 'noResponse' } };
  }
  if (!findSendFailure(error) && (error instanceof ProtocolError || isInvalidResult(error))) {
    return undefined;
  }
  if (error instanceof HostError && error.name === 'ServerCrashed') {
    return { kind: 'unknown', failure: { code: 'serverEnded' } };
  }
  if (error instanceof HostError && (error.name === 'CallCancelled' || error.name === 'ServerStopped')) {
    return { kind: 'unknown', failure: { code: 'stopped' } };
  }
  return classifyReplyError(error);
}

/**
 * True if the error means that the server no longer accepts the answer. That there is no such resource is a result of reading it: the
 * answer has been used by then. It has the same code.
 */
export function isExpired(error: unknown): error is ProtocolError {
  return (
    error instanceof ProtocolError &&
    error.code === ProtocolErrorCode.InvalidParams &&
    !(error instanceof ResourceNotFoundError)
  );
}

/**
 * True if the received message is not a response to the request, such as status 202. It may come from a proxy, so whether
 * the server has read the request is unknown.
 */
export function isNoResponse(error: unknown): boolean {
  return (
    (error instanceof ProtocolError && error.data === noResponse) ||
    (error instanceof SdkError && error.code === SdkErrorCode.ClientHttpUnexpectedContent)
  );
}

/** The milliseconds to wait before a refused message is sent again; `undefined` if it is not sent again. */
export function retryPause({ status, retryAfterMs = defaultPauseMs }: DeliveryFailure): number | undefined {
  return (status === 429 || status === 503) && retryAfterMs <= maxPauseMs ? retryAfterMs : undefined;
}

function classifySendFailure({ outcome, status, retryAfterMs }: SendFailure): ClassifiedFailure {
  switch (outcome) {
    case 'refused':
      return { kind: 'refused', failure: { code: 'http', status, retryAfterMs } };
    case 'notSent':
      return { kind: 'refused', failure: { code: 'notSent' } };
    case 'unknown':
      return { kind: 'unknown', failure: { code: 'broken' } };
  }
}

function findSendFailure(error: unknown, depth = 0): SendFailure | undefined {
  if (error instanceof SendFailure) {
    return error;
  }
  return error instanceof Error && depth < 8 ? findSendFailure(error.cause, depth + 1) : undefined;
}

/**
 * True if the server has returned a result that does not follow the protocol.
 * Source: MCP specification 2026-07-28, basic, "ResultType": a type that is unknown or not allowed makes a result invalid.
 */
export function isInvalidResult(error: unknown): boolean {
  return (
    error instanceof SdkError &&
    (error.code === SdkErrorCode.InvalidResult || error.code === SdkErrorCode.UnsupportedResultType)
  );
}
