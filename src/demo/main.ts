import process from 'node:process';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { legacyServer } from './legacyServer.ts';

const server = legacyServer();

// A question that waits keeps a timer alive, and with it the process, after the client has gone.
process.stdin.once('end', () => void server.close());

void server.connect(new StdioServerTransport());
