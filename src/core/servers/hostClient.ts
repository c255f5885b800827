import { Client, type StandardSchemaV1 } from '@modelcontextprotocol/client';
import type { PushContext, Questions } from './elicitation.ts';

/** Lets anything through unchanged: what a server sent is shown, and returned to programs, as it was received. */
export const asReceived: StandardSchemaV1<unknown> = {
  '~standard': { version: 1, vendor: 'mcp-elicitation-host', validate: (value: unknown) => ({ value }) },
};

/**
 * The SDK's client, with elicitations left to us: the SDK's own check runs before a handler and refuses with a dump of
 * its schema library where we name the property and the rule.
 */
class HostClient extends Client {
  protected override _wrapHandler(
    ...[method, handler]: Parameters<Client['_wrapHandler']>
  ): ReturnType<Client['_wrapHandler']> {
    return method === 'elicitation/create' ? handler : super._wrapHandler(method, handler);
  }
}

/**
 * A client for one connection. Without `questions` elicitation is not declared, and the method answers -32601.
 * `probeTimeoutMs`: how long the server may take to say its era.
 * Source: MCP specification, client/elicitation, "Capabilities".
 */
export function hostClient(
  info: { name: string; version: string },
  questions: Questions | undefined,
  probeTimeoutMs: number,
): Client {
  const client = new HostClient(info, {
    capabilities: questions ? { elicitation: { form: {} } } : {},
    versionNegotiation: { mode: 'auto', probe: { timeoutMs: probeTimeoutMs } },
    listMaxPages: 1000,
  });
  if (questions) {
    client.setRequestHandler('elicitation/create', { params: asReceived }, async (params, { mcpReq }) => {
      const context: PushContext = { signal: mcpReq.signal, meta: mcpReq._meta, notify: (sign) => mcpReq.notify(sign) };
      return { ...(await questions.answerPushed(params, context)) };
    });
  }
  return client;
}
