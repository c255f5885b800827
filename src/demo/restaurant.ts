import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import { SEATING_PLAN_PNG } from './seatingPlan.ts';

const RESTAURANTS = ['Casa Limón', 'Da Pino', 'The Old Ferry'];

const MENU = `# Casa Limón

## To begin
- Grilled artichokes, lemon and salt
- Tomato salad with peaches

## To follow
- Sea bass from the oven, fennel
- Saffron rice with mushrooms

## To end
- Lemon tart
- Three cheeses, quince
`;

const PRICES = {
  currency: 'EUR',
  dishes: [
    { name: 'Grilled artichokes', price: 9.5 },
    { name: 'Tomato salad with peaches', price: 8 },
    { name: 'Sea bass from the oven', price: 22 },
    { name: 'Saffron rice with mushrooms', price: 17.5 },
    { name: 'Lemon tart', price: 6.5 },
    { name: 'Three cheeses', price: 9 },
  ],
};

/** What the restaurant offers without a question: its menu, its prices, its seating plan, and a prompt for a review. */
export function registerRestaurant(server: McpServer): void {
  server.registerResource(
    'menu',
    'demo://menu',
    { title: 'The menu', description: 'What Casa Limón serves this week.', mimeType: 'text/markdown' },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: 'text/markdown', text: MENU }] }),
  );

  server.registerResource(
    'price-list',
    'demo://price-list',
    { title: 'The price list', description: 'Every dish with its price, in euros.', mimeType: 'application/json' },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(PRICES, null, 2) }] }),
  );

  server.registerTool(
    'show_seating_plan',
    {
      title: 'Show the seating plan',
      description: 'A small picture of the tables at Casa Limón. Asks nothing.',
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    () => ({
      content: [
        { type: 'text', text: 'The windows are along the top, the terrace is on the left, the bar on the right.' },
        { type: 'image', data: SEATING_PLAN_PNG, mimeType: 'image/png' },
      ],
    }),
  );

  server.registerPrompt(
    'write_review',
    {
      title: 'Write a review',
      description: 'Asks a model for a short restaurant review.',
      argsSchema: {
        restaurant: completable(z.string().describe('The restaurant’s name.'), (typed) =>
          RESTAURANTS.filter((name) => name.toLowerCase().startsWith(typed.toLowerCase())),
        ),
        tone: z.string().optional().describe('How it should sound: warm, honest, critical. Warm if left out.'),
      },
    },
    ({ restaurant, tone = 'warm' }) => ({
      description: `A review of ${restaurant}, ${tone}`,
      messages: [
        {
          role: 'user',
          content: { type: 'resource', resource: { uri: 'demo://menu', mimeType: 'text/markdown', text: MENU } },
        },
        {
          role: 'user',
          content: {
            type: 'text',
            text: `Write a review of ${restaurant} in about 80 words. Tone: ${tone}. Mention one dish from the menu.`,
          },
        },
      ],
    }),
  );
}
