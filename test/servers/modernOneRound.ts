/** A server of the 2026-07-28 revision whose tool returns `input_required` once, and a result when it is called with the replies. */
import { inputRequired, inputResponse, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';

const question = (name: string) =>
  inputRequired.elicit({
    message: `Which ${name}?`,
    requestedSchema: { type: 'object', properties: { [name]: { type: 'string', minLength: 2 } }, required: [name] },
  });

serveStdio(() => {
  const server = new McpServer({ name: 'modern', version: '1.0.0' });
  server.registerTool('book', { inputSchema: z.object({ city: z.string() }) }, (args, ctx) => {
    const answer = inputResponse(ctx.mcpReq.inputResponses, 'colour');
    if (answer.kind === 'missing') {
      return inputRequired({ inputRequests: { colour: question('colour') }, requestState: `state of ${args.city}` });
    }
    const state = ctx.mcpReq.requestState();
    return { content: [{ type: 'text', text: JSON.stringify({ city: args.city, answer, state }) }] };
  });
  return server;
});
