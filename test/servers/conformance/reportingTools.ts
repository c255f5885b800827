/** Tools that send notifications: log messages, progress, and changes of the lists of tools and prompts. */
import { setTimeout as delay } from 'node:timers/promises';
import type { McpServer } from '@modelcontextprotocol/server';
import { onlyText } from './content.ts';

/** The scenarios ask for this pause between two notifications. */
const pauseMs = 50;

export function addReportingTools(server: McpServer): void {
  server.registerTool('test_tool_with_logging', { description: 'Sends three log messages.' }, async ({ mcpReq }) => {
    await mcpReq.log('info', 'Tool execution started');
    await delay(pauseMs);
    await mcpReq.log('info', 'Tool processing data');
    await delay(pauseMs);
    await mcpReq.log('info', 'Tool execution completed');
    return onlyText('Three messages were logged.');
  });
  server.registerTool('test_logging_tool', { description: 'Sends a log message.' }, async ({ mcpReq }) => {
    await mcpReq.log('info', 'Only for clients that have set a level');
    return onlyText('A message was logged.');
  });
  server.registerTool('test_tool_with_progress', { description: 'Reports its progress.' }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      }
      await delay(pauseMs);
    }
    return onlyText('The progress was reported.');
  });
  let tools = 0;
  server.registerTool('test_trigger_tool_change', { description: 'Adds a tool, and removes it.' }, () => {
    tools += 1;
    server.registerTool(`test_added_${tools}`, { description: 'An added tool.' }, () => onlyText('added')).remove();
    return onlyText('The list of tools has changed.');
  });
  let prompts = 0;
  server.registerTool('test_trigger_prompt_change', { description: 'Adds a prompt, and removes it.' }, () => {
    prompts += 1;
    const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: 'added' } }];
    server.registerPrompt(`test_added_${prompts}`, { description: 'An added prompt.' }, () => ({ messages })).remove();
    return onlyText('The list of prompts has changed.');
  });
}
