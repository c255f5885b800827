/**
 * The server for the server scenarios of the official conformance suite, over stdio, in both eras. Its tools, prompts and
 * resources are what the descriptions of the scenarios require.
 */
import { randomBytes } from 'node:crypto';
import { createRequestStateCodec, McpServer, type McpServerFactory } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { addAskingTools } from './askingTools.ts';
import { addContentTools } from './contentTools.ts';
import { addRounds, type RoundState } from './inputRounds.ts';
import { addOwnAnswers, tasksExtension } from './ownAnswers.ts';
import { addPrompts } from './prompts.ts';
import { addReportingTools } from './reportingTools.ts';
import { addResources } from './resources.ts';
import { addTaskTools } from './taskTools.ts';

const states = createRequestStateCodec<RoundState>({ key: randomBytes(32), ttlSeconds: 600 });

const transport = new StdioServerTransport();
const factory: McpServerFactory = ({ era }) => {
  const server = new McpServer(
    { name: 'conformance-server', version: '1.0.0' },
    {
      capabilities: {
        logging: {},
        ...(era === 'legacy' ? { resources: { subscribe: true } } : { extensions: { [tasksExtension]: {} } }),
      },
      requestState: { verify: states.verify },
    },
  );
  addContentTools(server);
  addReportingTools(server);
  addAskingTools(server);
  addRounds(server, states);
  addTaskTools(server);
  addPrompts(server);
  addResources(server, era);
  return server;
};
serveStdio(factory, { transport });
addOwnAnswers(transport);
