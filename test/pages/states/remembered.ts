import { t } from '@vscode/l10n';
import type { ShownRememberedMark } from '#bridge/messages.ts';
import { question, schemaOf, tool } from './parts.ts';
import { answerReview, reviewedQuestion } from './reviews.ts';
import { after, type PanelState, panelState, theirs } from './state.ts';

const every = schemaOf(
  {
    name: { type: 'string', description: theirs('As it stands on the door.') },
    email: { type: 'string', format: 'email', default: 'nobody@example.org' },
    guests: { type: 'integer', default: 2 },
    soon: { type: 'boolean' },
    where: { type: 'string', enum: [theirs('Inside'), theirs('Outside')], default: theirs('Inside') },
    room: { type: 'string', enum: Array.from({ length: 12 }, (_, room) => theirs(`Room ${room + 1}`)) },
    meals: { type: 'array', items: { type: 'string', enum: [theirs('Soup'), theirs('Cake')] } },
    days: { type: 'array', items: { type: 'string', enum: Array.from({ length: 9 }, (_, day) => theirs(`${day}`)) } },
    fresh: { type: 'string' },
  },
  ['name'],
);

const content = {
  name: theirs('Ada'),
  email: 'ada@example.org',
  guests: 4,
  soon: false,
  where: theirs('Inside'),
  room: theirs('Room 3'),
  meals: [theirs('Cake')],
  days: [theirs('1'), theirs('2')],
};

/** A question whose fields were filled in from what is remembered, but for those that hold nothing. */
export function rememberedQuestion(parts: Parameters<typeof question>[0] = {}, forgotten: readonly number[] = []) {
  const made = question({ schema: every, content, call: tool, remember: false, ...parts });
  const remembered = made.form.fields.flatMap(({ name }, field): ShownRememberedMark[] => {
    const input = made.inputs[field];
    const known = Object.hasOwn(parts.content ?? content, name);
    return input && known ? [{ field, input, forgotten: forgotten.includes(field) }] : [];
  });
  return { ...made, remembered };
}

const withSecret = schemaOf({ user: { type: 'string' }, password: { type: 'string' } });

/** Forms that are filled in from what is remembered, and the box with which it is. */
export const remembered: readonly PanelState[] = [
  panelState('remembered-filled', () => rememberedQuestion()),
  after(
    panelState('remembered-changed', () => rememberedQuestion({ content: { name: theirs('Ada') } })),
    (page) => page.field(theirs('name')).fill(theirs('Grace')),
  ),
  panelState('remembered-forgotten', () => rememberedQuestion({ content: { name: theirs('Ada') } }, [0])),
  after(
    panelState('remember-ticked', () => question({ remember: false, content: { name: theirs('Ada') } })),
    (page) => page.page.getByRole('checkbox', { name: t('Use these answers next time') }).click(),
  ),
  panelState('remember-but-secrets', () =>
    question({ schema: withSecret, remember: true, call: tool, content: { password: 'hunter2' } }),
  ),
  after(
    panelState('remember-too-long', () => question({ remember: true })),
    (page) => page.field(theirs('name')).fill('x'.repeat(10_000)),
  ),
  panelState('remember-before-review', () => reviewedQuestion({ remember: false, call: tool })),
  after(
    panelState('remember-in-review', () => reviewedQuestion({ remember: false, call: tool })),
    async (page) => {
      await page.button('Review').click();
      await answerReview(page, reviewedQuestion().form);
    },
  ),
];
