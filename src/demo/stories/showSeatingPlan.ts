import * as z from 'zod';
import { SEATING_PLAN_PNG } from './seatingPlan.ts';
import { story } from './story.ts';

/** Not a story at all, but a picture: what a result can be besides text. */
export const showSeatingPlan = story({
  name: 'show_seating_plan',
  title: 'Show the seating plan',
  description: 'A small picture of the tables at Casa Limón. Asks nothing.',
  inputSchema: z.object({}),
  annotations: { readOnlyHint: true, openWorldHint: false },
  tell: async () => ({
    content: [
      { type: 'text', text: 'The windows are along the top, the terrace is on the left, the bar on the right.' },
      { type: 'image', data: SEATING_PLAN_PNG, mimeType: 'image/png' },
    ],
  }),
});
