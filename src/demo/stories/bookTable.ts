import * as z from 'zod';
import { defineStory, type RefusedAction } from './story.ts';
import { dateFrom, joinWithAnd, longDate, textResult, titleOf } from './storyText.ts';

const times = ['12:30', '13:30', '19:00', '19:30', '20:00', '21:00'];

const seats = [
  { const: 'window', title: 'By the window' },
  { const: 'terrace', title: 'On the terrace' },
  { const: 'quiet', title: 'In a quiet corner' },
  { const: 'bar', title: 'At the bar' },
];

const diets = [
  { const: 'vegetarian', title: 'Vegetarian' },
  { const: 'vegan', title: 'Vegan' },
  { const: 'gluten-free', title: 'Gluten-free' },
  { const: 'lactose-free', title: 'Lactose-free' },
  { const: 'nut-allergy', title: 'Nut allergy' },
];

const restaurant = 'Casa Limón';

const outputSchema = z.object({
  outcome: z.enum(['booked', 'declined', 'cancelled']),
  restaurant: z.string(),
  booking: z
    .object({
      partySize: z.number(),
      date: z.string(),
      time: z.string(),
      seating: z.string(),
      dietary: z.array(z.string()),
      email: z.string(),
    })
    .optional(),
});

/** Four forms, one after another; the last one confirms a summary. */
export const bookTable = defineStory({
  name: 'book_table',
  title: 'Book a table',
  description: 'A demo: no restaurant receives anything. Books a table for dinner or lunch in four short questions.',
  inputSchema: z.object({}),
  outputSchema,
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  async run(_, { elicitForm, startedAt }) {
    const notBooked = (action: RefusedAction, request: string) =>
      action === 'decline'
        ? textResult(
            `No table was booked. You declined when asked ${request}, so nothing was sent to ${restaurant} and your answers were not kept.`,
            { outcome: 'declined', restaurant },
          )
        : textResult(
            `The booking is unfinished: you closed the form when asked ${request}. ${restaurant} holds no table for you. Run book_table again whenever you like.`,
            { outcome: 'cancelled', restaurant },
          );

    const when = await elicitForm({
      key: 'when',
      message: `A table at ${restaurant}: for how many, and when?`,
      properties: {
        partySize: { type: 'integer', title: 'How many people', minimum: 1, maximum: 12, default: 2 },
        date: { type: 'string', title: 'Date', format: 'date', description: 'We are closed on Mondays.' },
        time: { type: 'string', title: 'Time', enum: times },
      },
      required: ['partySize', 'date', 'time'],
      check: ({ date }) => dateProblem(date, startedAt),
    });
    if (when.action !== 'accept') {
      return notBooked(when.action, 'for how many and when');
    }

    const wishes = await elicitForm({
      key: 'wishes',
      message: 'How would you like to sit, and is there anything the kitchen should know?',
      properties: {
        seating: { type: 'string', title: 'Seating', oneOf: seats, default: 'window' },
        dietary: {
          type: 'array',
          title: 'Dietary needs',
          description: 'For anyone at the table.',
          items: { anyOf: diets },
        },
      },
      required: ['seating'],
    });
    if (wishes.action !== 'accept') {
      return notBooked(wishes.action, 'how you would like to sit');
    }

    const contact = await elicitForm({
      key: 'contact',
      message: 'Where should the confirmation go?',
      properties: {
        email: { type: 'string', title: 'E-mail', format: 'email', description: 'Used for this booking only.' },
      },
      required: ['email'],
    });
    if (contact.action !== 'accept') {
      return notBooked(contact.action, 'for your e-mail address');
    }

    const { partySize, date, time } = when.content;
    const { email } = contact.content;
    const { seating, dietary = [] } = wishes.content;
    const people = partySize === 1 ? '1 person' : `${partySize} people`;
    const seat = titleOf(seats, seating).toLowerCase();
    const needs =
      dietary.length > 0 ? joinWithAnd(dietary.map((diet) => titleOf(diets, diet).toLowerCase())) : 'no dietary needs';

    const confirmation = await elicitForm({
      key: 'confirmation',
      message: [
        'Shall we book this?',
        '',
        restaurant,
        `${longDate(date)} at ${time}`,
        `${people}, ${seat}`,
        `Kitchen: ${needs}`,
        `Confirmation to ${email}`,
      ].join('\n'),
      properties: {},
    });
    if (confirmation.action !== 'accept') {
      return notBooked(confirmation.action, 'to confirm the booking');
    }

    const result = textResult(
      `${restaurant} would now hold a table for ${people} on ${longDate(date)} at ${time}, ${seat} (${needs}), and write to ${email}. This was a demo: nothing was booked and no e-mail was sent.`,
      { outcome: 'booked', restaurant, booking: { partySize, date, time, seating, dietary, email } },
    );
    const menu = { type: 'resource_link' as const, uri: 'demo://menu', name: 'menu', title: 'The menu' };
    return { ...result, content: [...result.content, { ...menu, mimeType: 'text/markdown' }] };
  },
});

function dateProblem(date: string, now: number): string | undefined {
  // One day earlier is accepted: in the user's time zone it may still be yesterday.
  if (date < dateFrom(now, -1)) {
    return `${longDate(date)} has passed. Please choose a day to come.`;
  }
  return new Date(date).getUTCDay() === 1
    ? `${longDate(date)} is a Monday, and we are closed. Please choose another day.`
    : undefined;
}
