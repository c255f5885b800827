import { t } from '@vscode/l10n';
import { afterAction, type PanelState, panelState, untranslated } from './pageState.ts';
import { formScreen, objectSchema } from './screenBuilders.ts';

/** Only a few options are in sight. States with a snapshot have fewer, so that it does not depend on the font. */
const cities = Array.from({ length: 5000 }, (_, index) => untranslated(`City ${index + 1}`));

function oneOf(titles: readonly string[]) {
  const options = titles.map((title, index) => ({
    const: `c${index + 1}`,
    title,
    ...(index % 3 === 0 ? { description: untranslated(`On river ${index}, where it is widest`) } : {}),
  }));
  return objectSchema({ city: { type: 'string', oneOf: options } });
}

function anyOf(options: readonly string[], bounds: object = {}) {
  return objectSchema({
    stops: { type: 'array', items: { type: 'string', enum: options }, ...bounds },
  });
}

export const cityChoiceSchema = oneOf(cities);
export const cityMultiChoiceSchema = anyOf(cities, { minItems: 1, maxItems: 3 });

const lines = Array.from({ length: 40 }, (_, index) => `Line ${index + 1} of what one should know before.`).join('\n');

/** The controls of fields in their different states. */
export const fieldStates: readonly PanelState[] = [
  afterAction(
    panelState('field-one-of-many', () => formScreen({ schema: oneOf(cities.slice(0, 9)), content: { city: 'c7' } })),
    async (page) => {
      await page.field(untranslated('city')).click();
      await page.press('ArrowDown');
    },
  ),
  afterAction(
    panelState('field-one-of-many-found', () => formScreen({ schema: cityChoiceSchema })),
    (page) => page.field(untranslated('city')).fill('river 499'),
  ),
  afterAction(
    panelState('field-one-of-many-not-found', () => formScreen({ schema: cityChoiceSchema })),
    (page) => page.field(untranslated('city')).fill('nowhere'),
  ),
  panelState('field-same-titles', () =>
    formScreen({
      schema: objectSchema(
        {
          [untranslated('home_street')]: { type: 'string', title: untranslated('Street') },
          [untranslated('work_street')]: {
            type: 'string',
            title: untranslated('Street'),
            description: untranslated('Where you work'),
          },
          [untranslated('near')]: { type: 'boolean', title: untranslated('Street') },
          [untranslated('rooms')]: {
            type: 'array',
            title: untranslated('Street'),
            items: { type: 'string', enum: [untranslated('a')] },
          },
        },
        [untranslated('home_street')],
      ),
    }),
  ),
  panelState('field-any-of-many', () =>
    formScreen({
      schema: anyOf(cities.slice(0, 9), { minItems: 1, maxItems: 3 }),
      content: { stops: cities.slice(0, 5) },
    }),
  ),
  afterAction(
    panelState('field-any-of-many-hundreds', () =>
      formScreen({ schema: anyOf(cities), content: { stops: cities.slice(0, 400) } }),
    ),
    (page) => page.page.getByRole('combobox').fill('city 4999'),
  ),
  afterAction(
    panelState('field-date-time', () =>
      formScreen({ schema: objectSchema({ when: { type: 'string', format: 'date-time' } }) }),
    ),
    (page) => page.field(untranslated('when')).fill('2026-11-21 14:30'),
  ),
  afterAction(
    panelState('field-date-calendar', () =>
      formScreen({ schema: objectSchema({ day: { type: 'string', format: 'date' } }), content: { day: '2026-03-31' } }),
    ),
    (page) => page.button(t('Choose a date for {0}', untranslated('day'))).click(),
  ),
  panelState('field-uri', () =>
    formScreen({
      schema: objectSchema({ page: { type: 'string', format: 'uri' } }),
      content: { page: 'https://example.org@example.com/in' },
    }),
  ),
  panelState('field-long-description', () =>
    formScreen({ schema: objectSchema({ text: { type: 'string', description: untranslated(lines) } }) }),
  ),
  afterAction(
    panelState('field-long-description-unfolded', () =>
      formScreen({ schema: objectSchema({ text: { type: 'string', description: untranslated(lines) } }) }),
    ),
    (page) => page.button(t('Show All About {0}', untranslated('text'))).click(),
  ),
];
