/**
 * A server without an SDK that sends several elicitations at once; with `--modern` in one round. It appends every message
 * that it receives to the file WIRE_FILE. Its tools: `ask` sends elicitations with the parameters in `questions`; `takeBack`
 * cancels its elicitations; `crash` ends the process; `nothing` only returns a result.
 */
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
}

const isModern = process.argv.includes('--modern');
const firstId = 1000;
let sentCount = 0;
let replyCount = 0;
let onAllReplied: (() => void) | undefined;

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

const withCacheHints = (items: object) => ({ resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...items });
const doneResult = withCacheHints({ content: [{ type: 'text', text: 'done' }] });

async function ask(questions: readonly unknown[], { inputResponses }: Record<string, unknown>): Promise<object> {
  if (isModern) {
    const requests = questions.map((params, key) => [`q${key}`, { method: 'elicitation/create', params }] as const);
    return inputResponses ? doneResult : { resultType: 'input_required', inputRequests: Object.fromEntries(requests) };
  }
  for (const params of questions) {
    send({ id: firstId + sentCount, method: 'elicitation/create', params });
    sentCount += 1;
  }
  await new Promise<void>((resolve) => {
    onAllReplied = resolve;
  });
  return doneResult;
}

function call(name: string, args: Record<string, unknown>, params: Record<string, unknown>): object | Promise<object> {
  switch (name) {
    case 'ask':
      return ask(args['questions'] as unknown[], params);
    case 'takeBack':
      for (let id = firstId; id < firstId + sentCount; id += 1) {
        send({ method: 'notifications/cancelled', params: { requestId: id } });
      }
      return doneResult;
    case 'crash':
      return process.exit(7);
    default:
      return doneResult;
  }
}

function resultOf({ method, params = {} }: Message): object | Promise<object> | undefined {
  const serverInfo = { name: 'told', version: '1.0.0' };
  switch (method) {
    case 'server/discover':
      return isModern
        ? withCacheHints({
            supportedVersions: ['2026-07-28'],
            capabilities: { tools: {} },
            _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
          })
        : undefined;
    case 'initialize':
      return { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
    case 'ping':
      return {};
    case 'tools/list':
      return withCacheHints({
        tools: ['ask', 'takeBack', 'crash', 'nothing'].map((name) => ({ name, inputSchema: { type: 'object' } })),
      });
    case 'tools/call':
      return call(String(params['name']), (params['arguments'] ?? {}) as Record<string, unknown>, params);
    default:
      return undefined;
  }
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  if (process.env['WIRE_FILE']) {
    appendFileSync(process.env['WIRE_FILE'], `${line}\n`);
  }
  const message = JSON.parse(line) as Message;
  if (message.id === undefined) {
    return;
  }
  if (message.method === undefined) {
    replyCount += 1;
    if (replyCount === sentCount) {
      onAllReplied?.();
    }
    return;
  }
  const result = await resultOf(message);
  send({ id: message.id, ...(result ? { result } : { error: { code: -32601, message: 'Method not found' } }) });
});
