/**
 * A server of the 2026-07-28 revision with features other than elicitation: resource templates, completion, log messages, and
 * a tool that requests the roots.
 */
import { completable, inputRequired, inputResponse, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';

const rooms = ['kitchen', 'cellar', 'attic'];
const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });

serveStdio(() => {
  const server = new McpServer({ name: 'roomy', version: '1.0.0' }, { capabilities: { logging: {} } });
  server.registerTool('talk', {}, async (ctx) => {
    await ctx.mcpReq.log('debug', 'very quiet');
    await ctx.mcpReq.log('error', { louder: true });
    return text('talked');
  });
  server.registerTool('roots', {}, (ctx) => {
    const answer = inputResponse(ctx.mcpReq.inputResponses, 'roots');
    return answer.kind === 'missing'
      ? inputRequired({ inputRequests: { roots: inputRequired.listRoots() } })
      : text(JSON.stringify(answer));
  });
  server.registerResource(
    'room',
    new ResourceTemplate('house://{floor}/{room}', {
      list: undefined,
      complete: {
        room: (value, context) =>
          context?.arguments?.['floor'] === 'none' ? [] : rooms.filter((room) => room.startsWith(value)),
      },
    }),
    {},
    (uri) => ({ contents: [{ uri: uri.href, text: `You are at ${uri.href}` }] }),
  );
  const room = completable(z.string(), (value) => rooms.filter((known) => known.startsWith(value)));
  server.registerPrompt('describe', { argsSchema: z.object({ room }) }, (args) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Describe the ${args.room}.` } }],
  }));
  return server;
});
