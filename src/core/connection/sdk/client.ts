import {
  CLIENT_CAPABILITIES_META_KEY,
  Client,
  type ClientContext,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/client';
import type { ReplyDelivery } from '#core/delivery/replyDelivery.ts';
import type { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import { type PushedRequestContext, relatedTask } from '#core/elicitation/pushedRequest.ts';
import type { ElicitationModes } from '#core/model/definition.ts';
import { type Roots, rootsResult } from '#core/model/roots.ts';
import { isRecord } from '#form/json.ts';
import { unwrapRawResult, wrapRawResult } from './rawResult.ts';
import { declareTasks, wrapTask } from './taskResults.ts';

interface HostClientParts {
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** Answers what is pushed in one of the modes. */
  readonly questions: ElicitationHandler;
  readonly modes: ElicitationModes;
  /** Absent: they are not declared. */
  readonly roots: Roots | undefined;
  /** Declared as they are. */
  readonly extensions?: Readonly<Record<string, Record<string, never>>> | undefined;
  /** How long the server may take to say its era. */
  readonly probeTimeoutMs: number;
  /** Delivers the replies of this connection. */
  readonly replies: Pick<ReplyDelivery, 'trackReply'>;
}

/**
 * The SDK's client, with elicitations left to us: the SDK's own check runs before a handler and refuses with a dump of
 * its schema library where we name the property and the rule.
 */
class ElicitationClient extends Client {
  protected override _wrapHandler(
    ...[method, handler]: Parameters<Client['_wrapHandler']>
  ): ReturnType<Client['_wrapHandler']> {
    return method === 'elicitation/create' ? handler : super._wrapHandler(method, handler);
  }

  /**
   * What is declared with each request of the modern era. There roots have no news: servers ask when they want to know.
   * Source: MCP specification 2026-07-28, client/roots, "Capabilities".
   */
  protected override _outboundMetaEnvelope(): Readonly<Record<string, unknown>> | undefined {
    const envelope = declareTasks(super._outboundMetaEnvelope());
    const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY];
    return isRecord(declared) && declared['roots']
      ? { ...envelope, [CLIENT_CAPABILITIES_META_KEY]: { ...declared, roots: {} } }
      : envelope;
  }

  protected override _onresponse(response: Parameters<Client['_onresponse']>[0]): void {
    super._onresponse(this.getProtocolEra() === 'modern' ? wrapTask(wrapRawResult(response)) : response);
  }
}

/**
 * A client for one connection. Elicitation is declared in the modes that are on; with none of them on it is not declared
 * and the method answers -32601. Roots are declared unless they are switched off, sampling is not.
 * Source: MCP specification, client/elicitation and client/roots, "Capabilities".
 */
export function createClient({
  clientInfo,
  questions,
  modes,
  roots,
  extensions,
  probeTimeoutMs,
  replies,
}: HostClientParts): Client {
  const { form, url } = modes;
  const client = new ElicitationClient(clientInfo, {
    capabilities: {
      ...((form || url) && { elicitation: { ...(form && { form: {} }), ...(url && { url: {} }) } }),
      ...(roots && { roots: { listChanged: true } }),
      ...(extensions && { extensions }),
    },
    versionNegotiation: { mode: 'auto', probe: { timeoutMs: probeTimeoutMs } },
    // Rounds are answered in `rounds.ts`, for calls only; in the place of any other result they are refused.
    inputRequired: { autoFulfill: false },
  });
  const answer = async (params: unknown, { mcpReq }: ClientContext) => {
    const context: PushedRequestContext = {
      signal: mcpReq.signal,
      meta: mcpReq._meta,
      notify: (sign) => mcpReq.notify(sign),
      trackReply: (id, deliveries) => replies.trackReply(mcpReq.id, id, deliveries),
    };
    return { ...(await questions.answer(params, context)) };
  };
  if (form || url) {
    client.setRequestHandler('elicitation/create', { params: unwrapRawResult }, answer);
  } else {
    // What is not declared cannot have a handler; that it was asked for all the same is recorded.
    client.fallbackRequestHandler = ({ method, params }, context) => {
      if (method !== 'elicitation/create') {
        throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
      }
      return answer(params, context);
    };
  }
  if (url) {
    client.setNotificationHandler('notifications/elicitation/complete', ({ params }) =>
      questions.pages.completions.complete(params.elicitationId),
    );
  }
  if (roots) {
    client.setRequestHandler('roots/list', async (_request, { mcpReq }) => {
      await roots.check?.();
      return { ...rootsResult(roots), ...relatedTask(mcpReq._meta) };
    });
  }
  return client;
}
