import { t } from '@vscode/l10n';
import type { JsonSuggestionsMessage } from '#bridge/messages.ts';
import { isRecord } from '#form/json.ts';
import { jsonSuggestions } from '#form/schema/jsonSuggestions.ts';
import { stepInto } from '#form/schema/schemaBranches.ts';
import type { WebviewPage } from '#test/pages/harness/webviewPage.ts';
import { afterAction, type PanelState, panelState, untranslated } from './pageState.ts';
import { argumentsScreen, objectSchema, titledTool } from './screenBuilders.ts';

export const guestsSchema = objectSchema(
  {
    guests: {
      type: 'array',
      description: untranslated('Who comes'),
      items: {
        type: 'object',
        properties: {
          [untranslated('name')]: { type: 'string', description: untranslated('As it is written on the list') },
          [untranslated('diet')]: { enum: [untranslated('all'), untranslated('vegan')] },
          [untranslated('seats')]: { type: 'integer' },
        },
        required: [untranslated('name'), untranslated('seats')],
      },
    },
    options: { type: 'object' },
  },
  ['guests'],
);

/** Replies to the last request for suggestions, as the extension does. */
export async function replySuggestions(page: WebviewPage<'panel'>, schema: object): Promise<JsonSuggestionsMessage> {
  await page.advanceTime();
  const asked = (await page.postedOf('suggestJson')).at(-1);
  if (!asked || !isRecord(schema)) throw new Error('The page requested no suggestions.');
  const name = Object.keys(schema['properties'] as object)[asked.field] ?? '';
  const { from, to, items } = jsonSuggestions(stepInto([schema], name), schema, asked.text, asked.offset);
  const { screen, field, revision } = asked;
  const reply: JsonSuggestionsMessage = {
    type: 'jsonSuggestions',
    screen,
    field,
    revision,
    from,
    to,
    items: [...items],
  };
  await page.send(reply);
  return reply;
}

/** Boxes for the parts of the arguments that no other field can represent. */
export const argumentBoxStates: readonly PanelState[] = [
  panelState('arguments-box', () => argumentsScreen({ target: titledTool, schema: guestsSchema })),
  afterAction(
    panelState('arguments-box-suggestions', () =>
      argumentsScreen({ schema: guestsSchema, content: { guests: [{ [untranslated('seats')]: 2 }] } }),
    ),
    async (page) => {
      const box = page.field(untranslated('guests'));
      await box.focus();
      await box.evaluate((area) => (area as HTMLTextAreaElement).setSelectionRange(8, 8));
      await page.press('Control+Space');
      await replySuggestions(page, guestsSchema);
      await page.press('ArrowDown');
    },
  ),
  afterAction(
    panelState('arguments-box-problem', () => argumentsScreen({ schema: guestsSchema })),
    async (page) => {
      await page.field(untranslated('guests')).fill('[\n  { "a": 1,\n    "a": 2 }\n]');
      await page.button(t('Run')).click();
    },
  ),
  afterAction(
    panelState('arguments-shown-json', () =>
      argumentsScreen({
        schema: objectSchema({ name: { type: 'string' }, password: { type: 'string' }, guests: { type: 'array' } }),
        content: { name: untranslated('Ada'), password: 'hunter2', guests: [{ a: 1 }] },
      }),
    ),
    (page) => page.page.getByText(t('Exact JSON')).click(),
  ),
  panelState('arguments-that-do-not-fit', () =>
    argumentsScreen({
      schema: objectSchema({ count: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } }),
      content: { count: untranslated('many'), tags: [1, 2], [untranslated('other')]: true },
    }),
  ),
];
