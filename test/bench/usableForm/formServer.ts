/**
 * A stdio server that also listens for HTTP requests at the port in its argument. `/3` sends an elicitation with a form of
 * three texts, outside of any call; `/0` sends none. The HTTP response is the time of the elicitation: `Date.now()`. The tools
 * `ask` and `ask_for` send one with one text, and end when it is answered.
 */
import { createServer } from 'node:http';
import process from 'node:process';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'usable-form', version: '1.0.0' });
async function askInCall(): Promise<{ content: [] }> {
  await ask(1);
  return { content: [] };
}
server.registerTool('ask', {}, askInCall);
// The argument is required, so a host has it filled in before the call.
server.registerTool('ask_for', { inputSchema: { reason: z.string() } }, askInCall);

async function ask(fields: number): Promise<void> {
  const titles = Array.from({ length: fields }, (_, index) => `Field ${index + 1}`);
  const properties = Object.fromEntries(titles.map((title) => [title, { type: 'string' as const, title }]));
  const elicitation = { message: 'Please fill this in.', requestedSchema: { type: 'object' as const, properties } };
  await server.server.elicitInput(elicitation, { timeout: 2_147_483_647 }).catch(() => undefined);
}

await server.connect(new StdioServerTransport());
createServer(({ url }, response) => {
  const fields = Number(url?.slice(1));
  const at = Date.now();
  if (fields > 0) void ask(fields);
  response.end(String(at));
}).listen(Number(process.argv[2]), '127.0.0.1');
