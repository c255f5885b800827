// A server whose tool asks before it releases something. It runs for a picture, and releases nothing.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'releases', title: 'Releases', version: '1.0.0' });

server.registerTool(
  'release',
  { description: 'Releases a version, after the user has said where.', inputSchema: { version: z.string() } },
  async ({ version }) => {
    const { action, content } = await server.server.elicitInput({
      message: `Version ${version} is built and tested. Where should it go?`,
      requestedSchema: {
        type: 'object',
        properties: {
          target: {
            type: 'string',
            title: 'Target',
            oneOf: [
              { const: 'staging', title: 'Staging' },
              { const: 'some', title: 'Production, a tenth of the users first' },
              { const: 'all', title: 'Production, everybody' },
            ],
          },
          note: { type: 'string', title: 'Note for the users', maxLength: 200 },
          tell: { type: 'boolean', title: 'Tell the team', default: true },
        },
        required: ['target'],
      },
    });
    return { content: [{ type: 'text', text: `${action} ${JSON.stringify(content)}` }] };
  },
);

await server.connect(new StdioServerTransport());
