/**
 * A server of the 2026-07-28 revision whose tool wants the page named by PAGE opened, each time that it is called until
 * the file named by GO_FILE with `.end` added is there. What it receives is appended to HEARD_FILE.
 */
import { appendFileSync, existsSync } from 'node:fs';
import process from 'node:process';
import { inputRequired, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const { HEARD_FILE: heardFile = '', GO_FILE: goFile = '', PAGE: url = '' } = process.env;

serveStdio(() => {
  const server = new McpServer({ name: 'pages', version: '1.0.0' });
  server.registerTool('open', {}, (ctx) => {
    appendFileSync(heardFile, `open ${JSON.stringify(ctx.mcpReq.inputResponses ?? {})}\n`);
    return existsSync(`${goFile}.end`)
      ? { content: [{ type: 'text', text: 'open is done' }] }
      : inputRequired({ inputRequests: { page: inputRequired.elicitUrl({ message: 'Please open the page.', url }) } });
  });
  return server;
});
