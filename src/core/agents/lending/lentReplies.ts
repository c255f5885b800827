import { lendingErrorCode } from '#agentProtocol/agentMessages.ts';
import { HostError } from '#core/common/errors.ts';
import type { SecretMask } from '#core/common/secretMask.ts';
import { explainCallFailure } from '#core/connection/callFailure.ts';
import { errorInHttpBody } from '#core/connection/sdk/errorInHttpBody.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import { paragraph } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';
import { withSecretsMasked } from './lentMask.ts';

/** A JSON-RPC error for an agent. */
interface ReplyError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A request of an agent's, as far as replies need it. */
export interface RepliedRequest {
  /** The JSON of the id, as it is written. */
  readonly writtenId: string;
  readonly method: string;
  /** True from 2026-07-28 on. */
  readonly isModern: boolean;
}

const maxMessageLength = 1000;
const methodNotFound = -32601;

export function resultReply({ writtenId }: Pick<RepliedRequest, 'writtenId'>, result: string): string {
  return `{"jsonrpc":"2.0","id":${writtenId},"result":${result}}`;
}

/** The reply to a request that this host ends. A tool reports it as its result, because a model reads results and seldom errors. */
export function failureReply(request: RepliedRequest, message: string): string {
  const result = {
    ...(request.isModern && { resultType: 'complete' }),
    content: [{ type: 'text', text: message }],
    isError: true,
  };
  return request.method === 'tools/call'
    ? resultReply(request, JSON.stringify(result))
    : errorReply(request, { code: lendingErrorCode, message });
}

/** The reply to a request that gets no response of the server: an error of the server's as it is, or a sentence. */
export function reasonReply(request: RepliedRequest, reason: unknown, secrets: SecretMask): string {
  const ofServer = reason instanceof SendFailure ? errorInHttpBody(reason) : undefined;
  if (ofServer) {
    const { code, message, data } = ofServer;
    return withSecretsMasked(errorReply(request, { code, message, ...(data !== undefined && { data }) }), secrets);
  }
  if (request.method === 'server/discover' && reason instanceof SendFailure && reason.outcome === 'refused') {
    // A server of an earlier revision refuses it with an HTTP status. The agent goes on with `initialize`.
    return errorReply(request, { code: methodNotFound, message: 'Method not found' });
  }
  const failure = reason instanceof HostError ? reason : explainCallFailure(reason);
  const text = paragraph([failure.summary, failure.remedy]);
  return failureReply(request, inOneLine(secrets.mask(text), maxMessageLength));
}

function errorReply({ writtenId }: RepliedRequest, error: ReplyError): string {
  return `{"jsonrpc":"2.0","id":${writtenId},"error":${JSON.stringify(error)}}`;
}
