import { ProtocolError } from '@modelcontextprotocol/client';
import {
  type Elicitation,
  maxElicitationMessageLength,
  type UrlElicitation,
} from '#core/elicitation/elicitationParams.ts';
import { exchangeFindings, refusalCodes } from '#core/elicitation/exchangeFindings.ts';
import { declineResult } from '#core/elicitation/previousAnswers.ts';
import type { Exchange } from '#core/inbox/exchanges.ts';
import { rootsResult } from '#core/model/roots.ts';
import { isRecord } from '#form/json.ts';
import { inOneLine } from '#form/text.ts';
import type { ElicitingCall } from './elicitingCall.ts';

/** One request of a round as received, with its key. `id` is assigned by the host. */
export interface RoundRequest {
  readonly key: string;
  readonly id: string;
  readonly received: unknown;
}

/** A request that the user must answer. */
export interface UserRequest {
  readonly key: string;
  readonly id: string;
  readonly elicitation: Elicitation;
}

/** A request for the user, or one with an automatic response. */
export type RoundStep = UserRequest | ({ readonly key: string; readonly id: string } & AutomaticResponse);

/** A response that needs no answer of the user. */
interface AutomaticResponse {
  readonly response: object;
  readonly openedPage?: UrlElicitation;
  /** Present if the user has declined the same request for the rest of the call. */
  readonly declined?: true;
}

type RoundRequestReading = Pick<Exchange, 'findings' | 'codes'> &
  ({ readonly elicitation: Elicitation } | AutomaticResponse);

/** The reason for which a request cannot be shown, and its codes. */
export interface UnusableRequest extends Pick<Exchange, 'codes'> {
  /** The reason as a clause for the user. */
  readonly reason: string;
}

/** The error for a request to which there is no response. Its message is a clause for the user. */
class UnanswerableRequestError extends Error {}

/**
 * False if the request certainly needs no answer of the user: it is not an elicitation, or it is for a page that the user has
 * opened before in this call, with the same message. Does not validate the request.
 */
export function needsUser({ received }: RoundRequest, { elicitations, call }: ElicitingCall): boolean {
  if (!isRecord(received) || received['method'] !== 'elicitation/create') {
    return false;
  }
  const { mode, url, message } = isRecord(received['params']) ? received['params'] : {};
  const isPage = mode === 'url' && typeof url === 'string' && typeof message === 'string';
  return !(
    isPage &&
    message.length <= maxElicitationMessageLength &&
    elicitations.previousAnswers.acceptedIn(call).hasPage({ url, message })
  );
}

/** Reads one request. Returns its elicitation, an automatic response, or the reason for which it cannot be shown. */
export function readRoundRequest(
  { received }: RoundRequest,
  context: ElicitingCall,
): RoundRequestReading | UnusableRequest {
  try {
    return readStrictly(received, context);
  } catch (error) {
    if (error instanceof ProtocolError || error instanceof UnanswerableRequestError) {
      const params = isRecord(received) ? received['params'] : undefined;
      return { reason: error.message, codes: refusalCodes(error, params, context.elicitations.context.urls) };
    }
    throw error;
  }
}

function readStrictly(request: unknown, { elicitations, call, roots }: ElicitingCall): RoundRequestReading {
  const method = isRecord(request) ? request['method'] : undefined;
  if (!isRecord(request) || typeof method !== 'string') {
    throw new UnanswerableRequestError('it sent a request without a method');
  }
  const params = request['params'];
  if (method === 'roots/list' && roots) {
    return { response: rootsResult(roots), findings: ['The folders of the workspace: answered without a person.'] };
  }
  if (method !== 'elicitation/create') {
    throw new UnanswerableRequestError(`it asked for "${inOneLine(method, 100)}", which was not offered to it`);
  }
  if (!elicitations.context.modes.form && !elicitations.context.modes.url) {
    throw new UnanswerableRequestError('it asked a question, and questions are switched off for this server');
  }
  const elicitation = elicitations.read(params, 'modern');
  const { findings, codes } = exchangeFindings(elicitation, params, elicitations.context.urls);
  if (elicitation.mode === 'url' && elicitations.previousAnswers.acceptedIn(call).hasPage(elicitation)) {
    const note = 'The person has opened this very page before in this call; they are not asked again.';
    return { response: { action: 'accept' }, openedPage: elicitation, findings: [...findings, note], codes };
  }
  if (elicitations.previousAnswers.isDeclinedForCall(elicitation, call)) {
    return { response: declineResult, declined: true, findings, codes };
  }
  return { elicitation, findings, codes };
}
