/**
 * A legacy-era Streamable HTTP server that sends elicitations on the standalone GET stream, which it opens late: after the
 * milliseconds in its argument. An earlier elicitation is lost. The server listens at PORT.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

const lateMs = Number(process.argv[2]);
const server = new McpServer({ name: 'standalone', version: '1.0.0' });
server.registerTool('ask', {}, async () => {
  const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } } as const;
  const answer = await server.server.elicitInput({ message: 'Your name?', requestedSchema });
  return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
});
server.registerTool('key', {}, ({ requestInfo }) => ({
  content: [{ type: 'text', text: String(requestInfo?.headers['x-key']) }],
}));

const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID() });
await server.connect(transport);

createServer(async (request, response) => {
  if (request.url !== '/mcp') {
    response.writeHead(404).end();
    return;
  }
  if (request.method === 'GET') {
    await delay(lateMs);
  }
  await transport.handleRequest(request, response);
}).listen(Number(process.env['PORT']));
