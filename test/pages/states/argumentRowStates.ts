import { t } from '@vscode/l10n';
import { afterAction, type PanelState, panelState, untranslated } from './pageState.ts';
import { argumentsScreen, objectSchema, titledTool } from './screenBuilders.ts';

const listSchema = objectSchema(
  {
    paths: { type: 'array', items: { type: 'string' }, description: untranslated('The files to read'), minItems: 1 },
    ports: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 3 },
    sizes: { type: 'array', items: { type: 'number', enum: [1, 2, 4] } },
  },
  ['paths'],
);
const content = { paths: [untranslated('a.txt'), untranslated('b.txt')], ports: [80, 443, 8080], sizes: [2] };

const recordSchema = objectSchema({
  env: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: untranslated('Variables of the process'),
  },
});

/** Lists and records in the arguments of a call, and values that are empty on purpose. */
export const argumentRowStates: readonly PanelState[] = [
  panelState('arguments-lists', () => argumentsScreen({ target: titledTool, schema: listSchema, content })),
  afterAction(
    panelState('arguments-list-row-removed', () => argumentsScreen({ schema: listSchema, content })),
    (page) => page.button(t('Remove row {0} of {1}', 1, untranslated('paths'))).click(),
  ),
  afterAction(
    panelState('arguments-list-problem', () => argumentsScreen({ schema: listSchema, content })),
    async (page) => {
      await page.page.getByLabel(t('{0}, row {1}', untranslated('ports'), 2)).fill('https');
      await page.button(t('Run')).click();
    },
  ),
  panelState('arguments-record', () =>
    argumentsScreen({
      schema: recordSchema,
      content: { env: { [untranslated('LANG')]: untranslated('de'), [untranslated('EDITOR')]: '' } },
    }),
  ),
  afterAction(
    panelState('arguments-record-problem', () =>
      argumentsScreen({ schema: recordSchema, content: { env: { [untranslated('LANG')]: untranslated('de') } } }),
    ),
    async (page) => {
      await page.button(t('Add Row to {0}', untranslated('env'))).click();
      await page.page.getByLabel(t('{0}, name in row {1}', untranslated('env'), 2)).fill(untranslated('LANG'));
      await page.button(t('Run')).click();
    },
  ),
  panelState('arguments-empty-values', () =>
    argumentsScreen({
      schema: objectSchema(
        {
          note: { type: ['string', 'null'] },
          text: { type: 'string' },
          tags: { type: 'array', items: { type: ['string', 'null'] } },
        },
        ['note', 'text'],
      ),
      content: { note: null, text: '', tags: [untranslated('a'), '', null] },
    }),
  ),
];
