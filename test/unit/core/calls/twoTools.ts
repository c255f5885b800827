/** A JSON-RPC message that a test server has received. */
export interface ReadMessage {
  readonly id?: number;
  readonly error?: unknown;
  readonly method?: string;
  readonly params?: { readonly name?: string };
}

/**
 * Returns the response of a legacy server with two tools: `fine`, and one named `odd`. `undefined` for a call of the latter, to which the test responds.
 * @param revision the revision of the protocol that the server uses
 */
export function answerBesides(odd: string, revision: string, { id, method, params }: ReadMessage): string | undefined {
  const results: Record<string, unknown> = {
    initialize: {
      protocolVersion: revision,
      capabilities: { tools: {} },
      serverInfo: { name: odd, version: '1.0.0' },
    },
    'tools/list': { tools: ['fine', odd].map((name) => ({ name, inputSchema: { type: 'object' } })) },
    'tools/call': { content: [{ type: 'text', text: 'fine' }] },
    ping: {},
  };
  if (method === 'tools/call' && params?.name === odd) {
    return undefined;
  }
  const result = results[method ?? ''];
  const error = { code: -32601, message: 'Method not found' };
  return JSON.stringify({ jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) });
}
