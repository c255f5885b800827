/**
 * `lightweight.ts stdio|http legacy|modern TOOLS`: a server without an SDK that sends nothing unrequested, so that many can run
 * at the same time. Over stdio, its tool `tool_1` takes three seconds and sends 60 progress notifications. Over HTTP it has
 * sessions and standalone streams, and prints `listening PORT`.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: {
    readonly protocolVersion?: string;
    readonly name?: string;
    readonly _meta?: { readonly progressToken?: unknown };
  };
}

const [, , transport, era, count = '10'] = process.argv;
const tools = Array.from({ length: Number(count) }, (_, index) => ({
  name: `tool_${index}`,
  description: `Does what tool number ${index} does, and nothing else.`,
  inputSchema: {
    type: 'object',
    properties: { place: { type: 'string', description: 'Where it does so.' }, often: { type: 'integer', minimum: 1 } },
    required: ['place'],
  },
}));
const serverInfo = { name: 'quiet', version: '1.0.0' };
const capabilities = { tools: {} };

function respond({ id, method, params }: Message): object {
  switch (method) {
    case 'initialize':
      return { id, result: { protocolVersion: params?.protocolVersion, capabilities, serverInfo } };
    case 'server/discover':
      if (era === 'legacy') {
        return { id, error: { code: -32601, message: 'Method not found' } };
      }
      return {
        id,
        result: complete({
          supportedVersions: ['2026-07-28'],
          capabilities,
          _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
        }),
      };
    case 'tools/list':
      return { id, result: era === 'legacy' ? { tools } : complete({ tools }) };
    case 'ping':
      return { id, result: {} };
    case 'tools/call':
      return { id, result: { ...complete({}), content: [{ type: 'text', text: String(process.pid) }] } };
    default:
      return { id, error: { code: -32601, message: 'Method not found' } };
  }
}

function complete(result: object): object {
  return { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...result };
}

const reply = (message: Message) => JSON.stringify({ jsonrpc: '2.0', ...respond(message) });

async function sendProgress(progressToken: unknown): Promise<void> {
  for (let progress = 1; progress <= 60; progress += 1) {
    await delay(50);
    const params = { progressToken, progress, total: 60 };
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params })}\n`);
  }
}

if (transport === 'stdio') {
  createInterface({ input: process.stdin }).on('line', async (line) => {
    const message: Message = JSON.parse(line);
    if (message.method === 'tools/call' && message.params?.name === 'tool_1') {
      await sendProgress(message.params._meta?.progressToken);
    }
    if (message.id !== undefined && message.method !== undefined) {
      process.stdout.write(`${reply(message)}\n`);
    }
  });
} else {
  const server = createServer(async (request, response) => {
    if (request.url !== '/mcp') {
      response.writeHead(404).end();
    } else if (request.method === 'GET' && era === 'legacy') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    } else if (request.method === 'POST') {
      let body = '';
      for await (const chunk of request) {
        body += chunk;
      }
      const message: Message = JSON.parse(body);
      if (message.id === undefined) {
        response.writeHead(202).end();
        return;
      }
      const session = message.method === 'initialize' && { 'mcp-session-id': randomUUID() };
      response.writeHead(200, { 'content-type': 'application/json', ...session }).end(reply(message));
    } else {
      response.writeHead(request.method === 'DELETE' ? 200 : 405).end();
    }
  });
  server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`listening ${typeof address === 'object' ? address?.port : ''}\n`);
  });
}
