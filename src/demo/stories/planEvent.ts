import * as z from 'zod';
import { type StoryAnswer, story } from './story.ts';
import { said, type Titled, titleOf } from './wording.ts';

const PLACES = [
  { const: 'roof', title: 'The roof terrace' },
  { const: 'garden', title: 'The garden' },
  { const: 'cellar', title: 'The vaulted cellar' },
];

const FOODS = [
  { const: 'buffet', title: 'A cold buffet' },
  { const: 'barbecue', title: 'A barbecue' },
  { const: 'dinner', title: 'Dinner at the table' },
];

const MUSICS = [
  { const: 'jazz', title: 'A jazz trio' },
  { const: 'dj', title: 'A DJ' },
  { const: 'quartet', title: 'A string quartet' },
];

const outcome = z.object({ action: z.enum(['accept', 'decline', 'cancel']), choice: z.string().optional() });

const WORDS = { decline: 'declined', cancel: 'cancelled' };

/** The story of three questions asked at once, each of which may be answered in its own way. */
export const planEvent = story({
  name: 'plan_event',
  title: 'Plan an event',
  description:
    'Asks for a place, food and music all at once; leave out whatever you like. A demo: nothing is booked for you.',
  inputSchema: z.object({}),
  outputSchema: z.object({ place: outcome, food: outcome, music: outcome }),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  async tell(_, { ask }) {
    const [place, food, music] = await Promise.all([
      ask({
        key: 'place',
        message: 'Where should the event be? Decline if you have a place of your own.',
        properties: { choice: { type: 'string', title: 'Place', oneOf: PLACES } },
        required: ['choice'],
      }),
      ask({
        key: 'food',
        message: 'What should there be to eat? Decline for an event without food.',
        properties: { choice: { type: 'string', title: 'Food', oneOf: FOODS } },
        required: ['choice'],
      }),
      ask({
        key: 'music',
        message: 'What should be played? Decline for an event without music.',
        properties: { choice: { type: 'string', title: 'Music', oneOf: MUSICS } },
        required: ['choice'],
      }),
    ]);
    const lines = [inWords('Place', place, PLACES), inWords('Food', food, FOODS), inWords('Music', music, MUSICS)];
    return said(`${lines.join('\n')}\n\nThis was a demo: nothing was booked.`, {
      place: inData(place),
      food: inData(food),
      music: inData(music),
    });
  },
});

type Chosen = StoryAnswer<{ choice: string }>;

function inWords(what: string, answer: Chosen, choices: readonly Titled[]): string {
  const outcome =
    answer.action === 'accept' ? `accepted, ${titleOf(choices, answer.content.choice)}` : WORDS[answer.action];
  return `${what}: ${outcome}`;
}

function inData(answer: Chosen) {
  return { action: answer.action, ...(answer.action === 'accept' && answer.content) };
}
