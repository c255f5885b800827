/**
 * A server that asks outside any call when it gets an HTTP request, at the port that is its argument: `/3` for a form of three texts,
 * `/0` for none. It answers with the time when it asked: `Date.now()`.
 */
import { createServer } from 'node:http';
import process from 'node:process';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

const server = new McpServer({ name: 'usable-form', version: '1.0.0' });
// A server without a tool is of no use to some hosts.
server.registerTool('nothing', {}, () => ({ content: [] }));

function ask(fields: number): void {
  const titles = Array.from({ length: fields }, (_, index) => `Field ${index + 1}`);
  const properties = Object.fromEntries(titles.map((title) => [title, { type: 'string' as const, title }]));
  const question = { message: 'Please fill this in.', requestedSchema: { type: 'object' as const, properties } };
  server.server.elicitInput(question, { timeout: 2_147_483_647 }).catch(() => undefined);
}

await server.connect(new StdioServerTransport());
createServer(({ url }, response) => {
  const fields = Number(url?.slice(1));
  const at = Date.now();
  if (fields > 0) ask(fields);
  response.end(String(at));
}).listen(Number(process.argv[2]), '127.0.0.1');
