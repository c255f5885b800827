/** A server with ten thousand tools. The result of a tool is its name. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const inputSchema = { type: 'object' as const };
const tools = Array.from({ length: 10_000 }, (_, index) => ({
  name: `tool_${index}`,
  description: `Does what tool number ${index} does, and nothing else.`,
  inputSchema,
}));

const server = new Server({ name: 'many tools', version: '1.0.0' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
  content: [{ type: 'text', text: `this was ${params.name}` }],
}));
await server.connect(new StdioServerTransport());
