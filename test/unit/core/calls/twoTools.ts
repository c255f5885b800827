/** A message as a test's server reads it. */
export interface ReadMessage {
  readonly id?: number;
  readonly error?: unknown;
  readonly method?: string;
  readonly params?: { readonly name?: string };
}

/**
 * Answers of a legacy-era server with two tools: `fine`, and the one named `odd`, whose answer (`undefined` here) is up to the test.
 * @param revision the revision of the protocol that it speaks
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
