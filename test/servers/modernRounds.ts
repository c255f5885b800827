/**
 * A stdio server of the 2026-07-28 revision without an SDK. Its tool, prompt and resource return the rounds in their
 * arguments, one at each call, and then a text with the parameters of the last call.
 */
import { appendFileSync } from 'node:fs';
import process from 'node:process';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
}

let roundsTaken = 0;

/** `rounds` is JSON text, so that keys and characters are not changed. */
function inTurn(rounds: string, params: Record<string, unknown>): object {
  const results = JSON.parse(rounds) as object[];
  const result = results[roundsTaken];
  roundsTaken += 1;
  const { inputResponses, requestState } = params;
  const text = JSON.stringify({ inputResponses, requestState });
  return result ?? withCacheHints({ content: [{ type: 'text', text }], contents: [], messages: [] });
}

function resultOf({ method, params = {} }: Message): object | undefined {
  const { arguments: args, uri } = params as { arguments?: { rounds: string }; uri?: string };
  switch (method) {
    case 'server/discover':
      return {
        resultType: 'complete',
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {}, prompts: {}, resources: {} },
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'rounds', version: '1.0.0' } },
        ttlMs: 0,
        cacheScope: 'private',
      };
    case 'tools/list':
      return withCacheHints({ tools: [{ name: 'rounds', inputSchema: { type: 'object' } }] });
    case 'prompts/list':
      return withCacheHints({ prompts: [{ name: 'rounds', arguments: [{ name: 'rounds' }] }] });
    case 'resources/list':
      return withCacheHints({ resources: [] });
    case 'resources/templates/list':
      return withCacheHints({ resourceTemplates: [] });
    case 'tools/call':
    case 'prompts/get':
      return inTurn(args?.rounds ?? '[]', params);
    case 'resources/read':
      return inTurn(String(uri).slice('rounds:'.length), params);
    default:
      return undefined;
  }
}

const withCacheHints = (items: object) => ({ resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...items });

function receive(line: string): void {
  if (process.env['WIRE_FILE']) {
    appendFileSync(process.env['WIRE_FILE'], `${line}\n`);
  }
  const message = JSON.parse(line) as Message;
  if (message.id !== undefined) {
    const result = resultOf(message);
    const response = result ? { result } : { error: { code: -32601, message: 'Method not found' } };
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, ...response })}\n`);
  }
}

// Not by `readline`, for which a line also ends at U+2028.
let rest = '';
process.stdin.setEncoding('utf8').on('data', (chunk: string) => {
  const lines = `${rest}${chunk}`.split('\n');
  rest = lines.pop() ?? '';
  lines.forEach(receive);
});
