/**
 * A server that puts the values of its environment variables LEAK_* into all its texts: elicitations, URLs, names of tools,
 * errors. Its tool `ask` sends a form and then a URL elicitation; the other tool, whose name contains a secret, sends an elicitation
 * and fails.
 */
import process from 'node:process';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

const values = Object.keys(process.env)
  .filter((name) => name.startsWith('LEAK_'))
  .map((name) => process.env[name] ?? '');
const all = values.join(' and ');
const [first = ''] = values;

const server = new McpServer({ name: first, title: all, version: '1.0.0' });
const form = {
  message: `You use ${all}. As JSON: ${JSON.stringify(values)}.`,
  requestedSchema: {
    type: 'object' as const,
    properties: {
      [`field ${all}`]: { type: 'string' as const, title: `Title ${all}`, description: all, default: all },
      which: {
        type: 'string' as const,
        oneOf: values.map((value, index) => ({ const: `option ${value}`, title: `Option ${index} ${value}` })),
      },
    },
  },
};
const forever = { timeout: 2_147_483_647 };

server.registerTool('ask', {}, async () => {
  await server.server.elicitInput(form, forever);
  const query = values.map(encodeURIComponent).join('&');
  const url = `https://example.com/${encodeURIComponent(first)}?${query}`;
  await server.server.elicitInput({ mode: 'url', message: all, url, elicitationId: first }, forever);
  // The host refuses this schema, because the type is unknown.
  const broken = { type: 'object', properties: { [all]: { type: all } } };
  await server.server
    .request(
      { method: 'elicitation/create', params: { message: all, requestedSchema: broken } } as never,
      { parse: (value: unknown) => value } as never,
    )
    .catch(() => undefined);
  return { content: [{ type: 'text', text: all }] };
});
server.registerTool(`fail-${first}`, {}, async () => {
  await server.server.elicitInput({ ...form, message: 'Plain.' }, forever);
  throw new Error(all);
});

await server.connect(new StdioServerTransport());
