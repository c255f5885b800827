/**
 * A server of the 2026-07-28 revision whose tool requests to open the page PAGE at every call, until the file GO_FILE.end
 * exists. It appends its calls to the file HEARD_FILE.
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
