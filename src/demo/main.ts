import process from 'node:process';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { registerBookTable } from './bookTable.ts';
import { registerChangeDeliveryAddress } from './changeDeliveryAddress.ts';
import { registerDeleteFiles } from './deleteFiles.ts';
import { registerDeployDatabase } from './deployDatabase.ts';
import { registerEnrolPatient } from './enrolPatient.ts';
import { registerEveryField } from './everyField.ts';
import { registerRestaurant } from './restaurant.ts';

const server = new McpServer(
  { name: 'elicitation-demo', title: 'Elicitation demo', version: '1.0.0' },
  {
    instructions:
      'A demo of MCP elicitation. Every tool only tells a story: nothing real is booked, created or deleted.',
  },
);

registerBookTable(server);
registerDeployDatabase(server);
registerDeleteFiles(server);
registerChangeDeliveryAddress(server);
registerEnrolPatient(server);
registerEveryField(server);
registerRestaurant(server);

// A question that waits keeps a timer alive, and with it the process, after the client has gone.
process.stdin.once('end', () => void server.close());

void server.connect(new StdioServerTransport());
