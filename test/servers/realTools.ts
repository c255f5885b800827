/** `realTools.ts KEY`: a server with the tools of a real one, from `test/data/tools.json`. The result of a tool is its arguments as JSON. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const [, , key = ''] = process.argv;
const file = join(import.meta.dirname, '../data/tools.json');
const { tools } = JSON.parse(readFileSync(file, 'utf8'))[key];

const server = new Server({ name: key, version: '1.0.0' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
  content: [{ type: 'text', text: `Received: ${JSON.stringify(params.arguments)}` }],
}));
await server.connect(new StdioServerTransport());
