/**
 * A stdio server that also listens for HTTP requests at the port in its argument. `/3` sends an elicitation with a form of
 * three texts, outside of any call; `/0` sends none. The HTTP response is the time of the elicitation: `Date.now()`.
 */
import { createServer } from 'node:http';
import process from 'node:process';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

const server = new McpServer({ name: 'usable-form', version: '1.0.0' });
// Some hosts ignore a server without tools.
server.registerTool('nothing', {}, () => ({ content: [] }));

function ask(fields: number): void {
  const titles = Array.from({ length: fields }, (_, index) => `Field ${index + 1}`);
  const properties = Object.fromEntries(titles.map((title) => [title, { type: 'string' as const, title }]));
  const elicitation = { message: 'Please fill this in.', requestedSchema: { type: 'object' as const, properties } };
  server.server.elicitInput(elicitation, { timeout: 2_147_483_647 }).catch(() => undefined);
}

await server.connect(new StdioServerTransport());
createServer(({ url }, response) => {
  const fields = Number(url?.slice(1));
  const at = Date.now();
  if (fields > 0) ask(fields);
  response.end(String(at));
}).listen(Number(process.argv[2]), '127.0.0.1');
