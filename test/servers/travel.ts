/**
 * A server that plans a journey, for features without a story in the demo: long lists, a long call, arguments that cannot be
 * drawn as a form, and a tool that fails.
 */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import * as z from 'zod';

const forever = { timeout: 2_147_483_647 };
const cities = (
  'Amsterdam Athens Barcelona Berlin Bern Bilbao Bologna Bordeaux Brussels Bucharest Budapest Copenhagen Dublin Florence ' +
  'Geneva Hamburg Helsinki Kraków Lisbon Ljubljana London Lyon Madrid Marseille Milan Munich Naples Oslo Paris Porto Prague ' +
  'Riga Rome Seville Sofia Stockholm Tallinn Turin Vienna Vilnius Warsaw Zagreb Zürich'
).split(' ');
const wishes = [
  ...[
    'A seat by the window',
    'A seat at a table',
    'A quiet coach',
    'A place for a bicycle',
    'A place for a wheelchair',
  ],
  ...['A sleeper', 'A couchette', 'Breakfast', 'A warm meal', 'Wi-Fi', 'First class', 'No change of trains'],
];
const journey = {
  message: 'Where would you like to wake up tomorrow?',
  requestedSchema: {
    type: 'object' as const,
    properties: {
      from: {
        type: 'string' as const,
        title: 'From',
        description: 'The city you leave in the evening.',
        enum: cities,
      },
      to: { type: 'string' as const, title: 'To', enum: cities, default: 'Vienna' },
      wishes: {
        type: 'array' as const,
        title: 'Wishes',
        description: 'Up to four of them.',
        maxItems: 4,
        items: { type: 'string' as const, enum: wishes },
        default: ['A sleeper', 'Breakfast'],
      },
    },
    required: ['from', 'to'],
  },
};
const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });
const server = new McpServer({ name: 'travel', title: 'Night Trains', version: '1.0.0' });

server.registerTool(
  'plan_journey',
  { title: 'Plan a journey', description: 'Finds a night train.', annotations: { readOnlyHint: true } },
  async () => {
    for (;;) {
      const { action, content } = await server.server.elicitInput(journey, forever);
      // If both cities are equal, the same request is repeated.
      if (action !== 'accept' || content?.['from'] !== content?.['to']) {
        return text(action);
      }
    }
  },
);

server.registerTool(
  'compare_prices',
  { title: 'Compare prices', description: 'Asks every railway what it costs.' },
  async ({ signal, sendNotification, _meta }) => {
    const progressToken = _meta?.progressToken ?? 0;
    const params = { progressToken, progress: 7, total: 12, message: 'Asking the railway of Austria' };
    await sendNotification({ method: 'notifications/progress', params });
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return text('Cancelled.');
  },
);

server.registerTool(
  'book_seats',
  {
    title: 'Book seats',
    description: 'Books a seat for each traveller.',
    inputSchema: { travellers: z.array(z.object({ name: z.string(), age: z.number().int() })) },
    annotations: { destructiveHint: true },
  },
  () => ({ ...text('The night train to Vienna on Friday has no seat left. Saturday has 14.'), isError: true }),
);

await server.connect(new StdioServerTransport());
