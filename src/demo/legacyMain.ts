import process from 'node:process';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { legacyServer } from './legacyServer.ts';

const server = legacyServer();

// Without this, the timer of an elicitation without a reply would keep the process alive after the client has disconnected.
process.stdin.once('end', () => void server.close());

void server.connect(new StdioServerTransport());
