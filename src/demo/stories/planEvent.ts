import * as z from 'zod';
import { defineStory, type FormAnswer } from './story.ts';
import { type Titled, textResult, titleOf } from './storyText.ts';

const places = [
  { const: 'roof', title: 'The roof terrace' },
  { const: 'garden', title: 'The garden' },
  { const: 'cellar', title: 'The vaulted cellar' },
];

const foods = [
  { const: 'buffet', title: 'A cold buffet' },
  { const: 'barbecue', title: 'A barbecue' },
  { const: 'dinner', title: 'Dinner at the table' },
];

const musics = [
  { const: 'jazz', title: 'A jazz trio' },
  { const: 'dj', title: 'A DJ' },
  { const: 'quartet', title: 'A string quartet' },
];

const outcome = z.object({ action: z.enum(['accept', 'decline', 'cancel']), choice: z.string().optional() });

const refusals = { decline: 'declined', cancel: 'cancelled' };

/** Three forms at once, each of which can be accepted, declined or cancelled. */
export const planEvent = defineStory({
  name: 'plan_event',
  title: 'Plan an event',
  description:
    'A demo: nothing is booked for you. Asks for a place, food and music all at once; leave out whatever you like.',
  inputSchema: z.object({}),
  outputSchema: z.object({ place: outcome, food: outcome, music: outcome }),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  async run(_, { elicitForm }) {
    const [place, food, music] = await Promise.all([
      elicitForm({
        key: 'place',
        message: 'Where should the event be? Decline if you have a place of your own.',
        properties: { choice: { type: 'string', title: 'Place', oneOf: places } },
        required: ['choice'],
      }),
      elicitForm({
        key: 'food',
        message: 'What should there be to eat? Decline for an event without food.',
        properties: { choice: { type: 'string', title: 'Food', oneOf: foods } },
        required: ['choice'],
      }),
      elicitForm({
        key: 'music',
        message: 'What should be played? Decline for an event without music.',
        properties: { choice: { type: 'string', title: 'Music', oneOf: musics } },
        required: ['choice'],
      }),
    ]);
    const lines = [
      outcomeLine('Place', place, places),
      outcomeLine('Food', food, foods),
      outcomeLine('Music', music, musics),
    ];
    return textResult(`${lines.join('\n')}\n\nThis was a demo: nothing was booked.`, {
      place: outcomeData(place),
      food: outcomeData(food),
      music: outcomeData(music),
    });
  },
});

type ChoiceAnswer = FormAnswer<{ choice: string }>;

function outcomeLine(what: string, answer: ChoiceAnswer, choices: readonly Titled[]): string {
  const outcome =
    answer.action === 'accept' ? `accepted, ${titleOf(choices, answer.content.choice)}` : refusals[answer.action];
  return `${what}: ${outcome}`;
}

function outcomeData(answer: ChoiceAnswer) {
  return { action: answer.action, ...(answer.action === 'accept' && answer.content) };
}
