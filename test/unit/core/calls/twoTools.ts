/** A JSON-RPC message that a test server has received. */
export interface ReadMessage {
  readonly id?: number;
  readonly error?: unknown;
  readonly method?: string;
  readonly params?: { readonly name?: string };
}

/**
 * Returns the response of a legacy server with two tools: `fine`, and one named `customTool`. `undefined` for a call of
 * `customTool`, to which the test responds.
 * @param revision the revision of the protocol that the server uses
 */
export function responseOfTwoTools(
  customTool: string,
  revision: string,
  { id, method, params }: ReadMessage,
): string | undefined {
  const results: Record<string, unknown> = {
    initialize: {
      protocolVersion: revision,
      capabilities: { tools: {} },
      serverInfo: { name: customTool, version: '1.0.0' },
    },
    'tools/list': { tools: ['fine', customTool].map((name) => ({ name, inputSchema: { type: 'object' } })) },
    'tools/call': { content: [{ type: 'text', text: 'fine' }] },
    ping: {},
  };
  if (method === 'tools/call' && params?.name === customTool) {
    return undefined;
  }
  const result = results[method ?? ''];
  const error = { code: -32601, message: 'Method not found' };
  return JSON.stringify({ jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) });
}
