import { t } from '@vscode/l10n';
import type { ToWebview } from '#bridge/messages.ts';
import { evaluate } from '#form/evaluate.ts';
import type { FormModel } from '#form/model.ts';
import { sentValues } from '#form/sentValues.ts';
import type { WebviewPage } from '#test/pages/harness/webviewPage.ts';
import { afterAction, type PanelState, panelState, untranslated } from './pageState.ts';
import { formScreen, objectSchema, shownSecrets } from './screenBuilders.ts';

const parcel = objectSchema(
  {
    street: { type: 'string' },
    line2: { type: 'string' },
    country: { type: 'string', oneOf: [{ const: 'FR', title: untranslated('France') }] },
  },
  ['street', 'country'],
);

/** A form with a review, filled in. */
export function reviewFormScreen(parts: Parameters<typeof formScreen>[0] = {}) {
  return formScreen({
    schema: parcel,
    content: { street: untranslated('Keizersgracht 1'), country: 'FR' },
    requiresReview: true,
    ...parts,
  });
}

/** Sends the extension's response to the last requested review, and waits until the buttons take input. */
export async function sendReviewed(page: WebviewPage<'panel'>, form: FormModel): Promise<void> {
  await replyReviewed(page, form);
  await page.advanceTime();
}

/** Sends the extension's response to the last requested review. */
export async function replyReviewed(page: WebviewPage<'panel'>, form: FormModel): Promise<void> {
  const request = (await page.postedOf('review')).at(-1);
  if (!request) throw new Error('No review was requested.');
  const { content } = evaluate(form, request.inputs);
  const reviewed: ToWebview = {
    type: 'reviewed',
    screen: request.screen,
    revision: request.revision,
    values: sentValues(form, content),
    secrets: shownSecrets(form, '', request.inputs),
  };
  await page.send(reviewed);
}

/** Presses Review and sends the extension's response. */
export async function openReview(page: WebviewPage<'panel'>, form: FormModel): Promise<void> {
  await page.button('Review').click();
  await sendReviewed(page, form);
}

function reviewState(name: string, parts: Parameters<typeof formScreen>[0], act?: PanelState['act']): PanelState {
  return afterAction(
    panelState(name, () => reviewFormScreen(parts)),
    async (page) => {
      await openReview(page, reviewFormScreen(parts).form);
      await act?.(page);
    },
  );
}

const withDefaults = objectSchema({
  time: { type: 'string', default: untranslated('noon') },
  guests: { type: 'integer', default: 2 },
  seats: {
    type: 'array',
    items: { type: 'string', enum: [untranslated('in'), untranslated('out')] },
    default: [untranslated('in')],
  },
  emptied: { type: 'boolean', default: true },
});

const withSecret = objectSchema({ user: { type: 'string' }, password: { type: 'string' } });

const long = untranslated(Array.from({ length: 30 }, (_, line) => `Line ${line + 1}`).join('\n'));
const longOnes = objectSchema({
  note: { type: 'string', maxLength: 2000 },
  days: {
    type: 'array',
    items: { type: 'string', enum: Array.from({ length: 20 }, (_, day) => untranslated(`day ${day}`)) },
  },
  hidden: { type: 'string' },
});

/** The review of answers before they are sent. */
export const reviewStates: readonly PanelState[] = [
  panelState('review-form', () => reviewFormScreen()),
  reviewState('review-calm', {
    content: { street: untranslated('Keizersgracht 1'), line2: untranslated('2 hoog'), country: 'FR' },
  }),
  reviewState('review-left-out', {}),
  reviewState('review-defaults', { schema: withDefaults, content: { guests: 5 } }),
  reviewState('review-secret', { schema: withSecret, content: { user: untranslated('ada'), password: 'hunter2' } }),
  reviewState(
    'review-secret-shown',
    { schema: withSecret, content: { user: untranslated('ada'), password: 'hunter2' } },
    (page) => page.button(t('Show the answer to {0}', untranslated('password'))).click(),
  ),
  reviewState(
    'review-second-step',
    { schema: withSecret, content: { user: untranslated('ada'), password: 'hunter2' } },
    (page) => page.button('Submit').click(),
  ),
  reviewState('review-json', {}, (page) => page.page.getByText(t('Exact JSON')).click()),
  reviewState('review-long', {
    schema: longOnes,
    content: {
      note: long,
      days: Array.from({ length: 15 }, (_, day) => untranslated(`day ${day}`)),
      hidden: untranslated('\u202Eb\u0000'),
    },
  }),
  reviewState('review-long-unfolded', { schema: longOnes, content: { note: long } }, (page) =>
    page.button(t('Show All of {0}', untranslated('note'))).click(),
  ),
  // An edited field stays open until the extension has responded.
  reviewState('review-edit', {}, async (page) => {
    await page.button(t('Edit {0}', untranslated('street'))).click();
    await page.field(untranslated('street')).fill(untranslated('Herengracht 2'));
  }),
  reviewState('review-edit-problem', {}, async (page) => {
    await page.button(t('Edit {0}', untranslated('street'))).click();
    await page.field(untranslated('street')).fill('');
    await page.button('Done').click();
  }),
  reviewState('review-edit-unsent', {}, async (page) => {
    await page.button(t('Edit {0}', untranslated('street'))).click();
    await page.field(untranslated('street')).fill(untranslated('Herengracht 2'));
    await page.button('Submit').click();
    await sendReviewed(page, reviewFormScreen().form);
  }),
];
