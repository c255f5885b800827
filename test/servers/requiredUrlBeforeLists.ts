/**
 * A server of revision 2025-11-25, without an SDK, that responds to list requests with the error -32042 until the third
 * `tools/list`, as if the page was opened by then.
 */
import process from 'node:process';
import { createInterface } from 'node:readline';

const page = { mode: 'url', message: 'Sign in first', url: 'https://example.com/in', elicitationId: 'in' };
const lists: Record<string, object> = {
  'tools/list': { tools: [{ name: 'any', inputSchema: { type: 'object' } }] },
  'prompts/list': { prompts: [{ name: 'any' }] },
};
let listCount = 0;

function responseTo(method: string): object {
  if (method === 'initialize') {
    const serverInfo = { name: 'behind pages', version: '1.0.0' };
    return { result: { protocolVersion: '2025-11-25', capabilities: { tools: {}, prompts: {} }, serverInfo } };
  }
  listCount += method === 'tools/list' ? 1 : 0;
  const result = lists[method];
  if (!result) {
    return { error: { code: -32601, message: 'Method not found' } };
  }
  return listCount > 2 ? { result } : { error: { code: -32042, message: 'Open it', data: { elicitations: [page] } } };
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line) as { id?: number; method?: string };
  if (id !== undefined && method !== undefined) {
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...responseTo(method) })}\n`);
  }
});
