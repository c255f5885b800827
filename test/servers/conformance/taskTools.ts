/** The tools of the extension for tasks, as they are listed, and as they answer a client that does not declare it. */
import { setTimeout as delay } from 'node:timers/promises';
import { inputRequired, inputResponse, type McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { onlyText } from './content.ts';

export function addTaskTools(server: McpServer): void {
  server.registerTool(
    'greet',
    { description: 'Never becomes a task.', inputSchema: z.object({ name: z.string() }) },
    ({ name }) => onlyText(`Hello, ${name}!`),
  );
  server.registerTool(
    'slow_compute',
    { description: 'Takes seconds.', inputSchema: z.object({ seconds: z.number(), label: z.string().optional() }) },
    async ({ seconds, label }) => {
      await delay(seconds * 1000);
      return onlyText(`Computed ${label}.`);
    },
  );
  server.registerTool(
    'confirm_delete',
    { description: 'Asks before it ends.', inputSchema: z.object({ filename: z.string() }) },
    ({ filename }) => onlyText(`Nobody was asked, and ${filename} was kept.`),
  );
  for (const name of ['failing_job', 'protocol_error_job', 'multi_input']) {
    server.registerTool(name, { description: 'Only works as a task.' }, () => {
      throw new Error('This tool only works as a task.');
    });
  }
  const userName = inputRequired.elicit({
    message: 'What is your name?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  });
  server.registerTool(
    'test_tool_with_task',
    { description: 'Asks for a name, and becomes a task then.' },
    ({ mcpReq }) =>
      inputResponse(mcpReq.inputResponses, 'user_name').kind === 'missing'
        ? inputRequired({ inputRequests: { user_name: userName } })
        : onlyText('Hello!'),
  );
}
