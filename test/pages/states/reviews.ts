import { t } from '@vscode/l10n';
import type { ToWebview } from '#bridge/messages.ts';
import { evaluate } from '#form/evaluate.ts';
import type { FormModel } from '#form/model.ts';
import { sentValues } from '#form/sentValues.ts';
import type { WebviewPage } from '#test/pages/harness/page.ts';
import { question, schemaOf, secretsIn } from './parts.ts';
import { after, type PanelState, panelState, theirs } from './state.ts';

const parcel = schemaOf(
  {
    street: { type: 'string' },
    line2: { type: 'string' },
    country: { type: 'string', oneOf: [{ const: 'FR', title: theirs('France') }] },
  },
  ['street', 'country'],
);

/** A question whose answers are reviewed, with what stands in it. */
export function reviewedQuestion(parts: Parameters<typeof question>[0] = {}) {
  return question({
    schema: parcel,
    content: { street: theirs('Keizersgracht 1'), country: 'FR' },
    review: true,
    ...parts,
  });
}

/** What the extension answers to the last review that was asked for. */
export async function answerReview(page: WebviewPage<'panel'>, form: FormModel): Promise<void> {
  const asked = (await page.postedOf('review')).at(-1);
  if (!asked) throw new Error('Nothing was asked to be reviewed.');
  const { content } = evaluate(form, asked.inputs);
  const reviewed: ToWebview = {
    type: 'reviewed',
    screen: asked.screen,
    revision: asked.revision,
    values: sentValues(form, content),
    secrets: secretsIn(form, '', asked.inputs),
  };
  await page.send(reviewed);
  await page.pass();
}

/** Chooses Review, and has it answered. */
export async function review(page: WebviewPage<'panel'>, form: FormModel): Promise<void> {
  await page.button('Review').click();
  await answerReview(page, form);
}

function reviewState(name: string, parts: Parameters<typeof question>[0], act?: PanelState['act']): PanelState {
  return after(
    panelState(name, () => reviewedQuestion(parts)),
    async (page) => {
      await review(page, reviewedQuestion(parts).form);
      await act?.(page);
    },
  );
}

const withDefaults = schemaOf({
  time: { type: 'string', default: theirs('noon') },
  guests: { type: 'integer', default: 2 },
  seats: { type: 'array', items: { type: 'string', enum: [theirs('in'), theirs('out')] }, default: [theirs('in')] },
  emptied: { type: 'boolean', default: true },
});

const withSecret = schemaOf({ user: { type: 'string' }, password: { type: 'string' } });

const long = theirs(Array.from({ length: 30 }, (_, line) => `Line ${line + 1}`).join('\n'));
const longOnes = schemaOf({
  note: { type: 'string', maxLength: 2000 },
  days: {
    type: 'array',
    items: { type: 'string', enum: Array.from({ length: 20 }, (_, day) => theirs(`day ${day}`)) },
  },
  hidden: { type: 'string' },
});

/** Answers before they are sent. */
export const reviews: readonly PanelState[] = [
  panelState('review-form', () => reviewedQuestion()),
  reviewState('review-calm', {
    content: { street: theirs('Keizersgracht 1'), line2: theirs('2 hoog'), country: 'FR' },
  }),
  reviewState('review-left-out', {}),
  reviewState('review-nothing', { schema: schemaOf({}), content: {} }),
  reviewState('review-defaults', { schema: withDefaults, content: { guests: 5 } }),
  reviewState('review-secret', { schema: withSecret, content: { user: theirs('ada'), password: 'hunter2' } }),
  reviewState(
    'review-secret-shown',
    { schema: withSecret, content: { user: theirs('ada'), password: 'hunter2' } },
    (page) => page.button(t('Show the answer to {0}', theirs('password'))).click(),
  ),
  reviewState(
    'review-second-step',
    { schema: withSecret, content: { user: theirs('ada'), password: 'hunter2' } },
    (page) => page.button('Submit').click(),
  ),
  reviewState('review-json', {}, (page) => page.page.getByText(t('Exact JSON')).click()),
  reviewState('review-long', {
    schema: longOnes,
    content: {
      note: long,
      days: Array.from({ length: 15 }, (_, day) => theirs(`day ${day}`)),
      hidden: theirs('\u202Eb\u0000'),
    },
  }),
  reviewState('review-long-unfolded', { schema: longOnes, content: { note: long } }, (page) =>
    page.button(t('Show all of {0}', theirs('note'))).click(),
  ),
  // What was changed stays open until the extension has answered.
  reviewState('review-edit', {}, async (page) => {
    await page.button(t('Edit {0}', theirs('street'))).click();
    await page.field(theirs('street')).fill(theirs('Herengracht 2'));
  }),
  reviewState('review-edit-problem', {}, async (page) => {
    await page.button(t('Edit {0}', theirs('street'))).click();
    await page.field(theirs('street')).fill('');
    await page.button('Done').click();
  }),
  reviewState('review-edit-unsent', {}, async (page) => {
    await page.button(t('Edit {0}', theirs('street'))).click();
    await page.field(theirs('street')).fill(theirs('Herengracht 2'));
    await page.button('Submit').click();
    await answerReview(page, reviewedQuestion().form);
  }),
];
