import { lendingErrorCode, userRequiredReason } from '#agentProtocol/agentMessages.ts';
import { withSecretsMasked } from '#core/agents/lending/messages/lentMask.ts';
import { withMember } from '#core/agents/lending/messages/messageHead.ts';
import { HostError } from '#core/common/errors.ts';
import type { SecretMask } from '#core/common/secretMask.ts';
import { explainCallFailure } from '#core/connection/callFailure.ts';
import { errorInHttpBody } from '#core/connection/sdk/errorInHttpBody.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import { paragraph } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';
import { UserRequired } from './userRequired.ts';

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

function resultReply({ writtenId }: Pick<RepliedRequest, 'writtenId'>, result: string): string {
  return `{"jsonrpc":"2.0","id":${writtenId},"result":${result}}`;
}

/**
 * The reply with a result that was kept. The agent has to ask again when it needs the list: how long the result is valid was said long ago.
 * Source: MCP specification 2026-07-28, server/utilities/caching, "Time-to-Live (TTL) Field".
 */
export function keptReply(request: RepliedRequest, kept: string): string {
  return resultReply(request, request.isModern ? withMember(kept, 'ttlMs', '0') : kept);
}

/** The reply to a request that this host ends. A tool reports it as its result, because a model reads results and seldom errors. */
export function failureReply(request: RepliedRequest, message: string, data?: object): string {
  const result = {
    ...(request.isModern && { resultType: 'complete' }),
    content: [{ type: 'text', text: message }],
    isError: true,
  };
  return request.method === 'tools/call'
    ? resultReply(request, JSON.stringify(result))
    : errorReply(request, { code: lendingErrorCode, message, ...(data && { data }) });
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
  const data = reason instanceof UserRequired ? { reason: userRequiredReason } : undefined;
  return failureReply(request, inOneLine(secrets.mask(text), maxMessageLength), data);
}

function errorReply({ writtenId }: RepliedRequest, error: ReplyError): string {
  return `{"jsonrpc":"2.0","id":${writtenId},"error":${JSON.stringify(error)}}`;
}
