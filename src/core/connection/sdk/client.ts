import { Client, type ClientContext, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import type { ReplyDelivery } from '#core/delivery/replyDelivery.ts';
import type { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import { type PushedRequestContext, relatedTask } from '#core/elicitation/pushedRequest.ts';
import type { ElicitationModes } from '#core/model/definition.ts';
import { type Roots, rootsResult } from '#core/model/roots.ts';
import { isCheckedByHost } from './elicitationCheck.ts';
import { withModernCapabilities } from './modernCapabilities.ts';
import type { ObservedTransport } from './observedTransport.ts';
import { rawSchema, wrapRawResult } from './rawResult.ts';
import { wrapTask } from './taskResults.ts';

interface ClientOptions {
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** Handles the pushed requests. */
  readonly elicitations: ElicitationHandler;
  /** The modes of elicitation that are declared. */
  readonly modes: ElicitationModes;
  /** Absent: roots are not declared. */
  readonly roots: Roots | undefined;
  /** The extensions that are declared. */
  readonly extensions?: Readonly<Record<string, Record<string, never>>> | undefined;
  /** How long the server may take to respond to `server/discover`. */
  readonly probeTimeoutMs: number;
  /** Delivers the replies of this connection. */
  readonly replies: Pick<ReplyDelivery, 'trackReply'>;
}

/** The SDK's client with the corrections of this folder that override protected members. */
export class ElicitingClient extends Client {
  /** Requires the transport that has the corrections of messages. */
  override connect(transport: ObservedTransport, options?: Parameters<Client['connect']>[1]): Promise<void> {
    return super.connect(transport, options);
  }

  protected override _wrapHandler(
    ...[method, handler]: Parameters<Client['_wrapHandler']>
  ): ReturnType<Client['_wrapHandler']> {
    return isCheckedByHost(method) ? handler : super._wrapHandler(method, handler);
  }

  /** The `_meta` of each request; `undefined` in the legacy era. */
  protected override _outboundMetaEnvelope(): Readonly<Record<string, unknown>> | undefined {
    return withModernCapabilities(super._outboundMetaEnvelope());
  }

  protected override _onresponse(response: Parameters<Client['_onresponse']>[0]): void {
    super._onresponse(this.getProtocolEra() === 'modern' ? wrapTask(wrapRawResult(response)) : response);
  }
}

/**
 * Creates the client of one connection. Elicitation is declared with the modes that are on. If no mode is on, elicitation is
 * not declared and its requests are refused with -32601. Roots are declared if there are any `roots`; sampling never.
 * Source: MCP specification, client/elicitation and client/roots, "Capabilities".
 */
export function createClient({
  clientInfo,
  elicitations,
  modes,
  roots,
  extensions,
  probeTimeoutMs,
  replies,
}: ClientOptions): ElicitingClient {
  const { form, url } = modes;
  const client = new ElicitingClient(clientInfo, {
    capabilities: {
      ...((form || url) && { elicitation: { ...(form && { form: {} }), ...(url && { url: {} }) } }),
      ...(roots && { roots: { listChanged: true } }),
      ...(extensions && { extensions }),
    },
    versionNegotiation: { mode: 'auto', probe: { timeoutMs: probeTimeoutMs } },
    // The host handles rounds (`rounds.ts`), and only those of calls. With this option the SDK rejects `input_required` for
    // other requests; by default it would call the handler of `elicitation/create`.
    inputRequired: { autoFulfill: false },
  });
  const handleElicitation = async (params: unknown, { mcpReq }: ClientContext) => {
    const context: PushedRequestContext = {
      signal: mcpReq.signal,
      meta: mcpReq._meta,
      notify: (notification) => mcpReq.notify(notification),
      trackReply: (id, deliveries) => replies.trackReply(mcpReq.id, id, deliveries),
    };
    return { ...(await elicitations.handle(params, context)) };
  };
  if (form || url) {
    client.setRequestHandler('elicitation/create', { params: rawSchema }, handleElicitation);
  } else {
    // The host refuses the request and records it. The SDK accepts no handler for a capability that is not declared.
    client.fallbackRequestHandler = ({ method, params }, context) => {
      if (method !== 'elicitation/create') {
        throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
      }
      return handleElicitation(params, context);
    };
  }
  if (url) {
    client.setNotificationHandler('notifications/elicitation/complete', ({ params }) =>
      elicitations.pages.completions.complete(params.elicitationId),
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
