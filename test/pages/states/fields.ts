import { t } from '@vscode/l10n';
import { question, schemaOf } from './parts.ts';
import { after, type PanelState, panelState, theirs } from './state.ts';

/** Of which few are in sight. States of which the snapshots tell have no more than can be, whatever the font. */
const cities = Array.from({ length: 5000 }, (_, index) => theirs(`City ${index + 1}`));

function oneOf(titles: readonly string[]) {
  const options = titles.map((title, index) => ({
    const: `c${index + 1}`,
    title,
    ...(index % 3 === 0 ? { description: theirs(`On river ${index}, where it is widest`) } : {}),
  }));
  return schemaOf({ city: { type: 'string', oneOf: options } });
}

function anyOf(options: readonly string[], bounds: object = {}) {
  return schemaOf({ stops: { type: 'array', items: { type: 'string', enum: options }, ...bounds } });
}

export const city = oneOf(cities);
export const stops = anyOf(cities, { minItems: 1, maxItems: 3 });

const lines = Array.from({ length: 40 }, (_, index) => `Line ${index + 1} of what one should know before.`).join('\n');

/** Fields whose control depends on what is asked for, in what they can look like. */
export const fields: readonly PanelState[] = [
  after(
    panelState('field-one-of-many', () => question({ schema: oneOf(cities.slice(0, 9)), content: { city: 'c7' } })),
    async (page) => {
      await page.field(theirs('city')).click();
      await page.press('ArrowDown');
    },
  ),
  after(
    panelState('field-one-of-many-found', () => question({ schema: city })),
    (page) => page.field(theirs('city')).fill('river 499'),
  ),
  after(
    panelState('field-one-of-many-not-found', () => question({ schema: city })),
    (page) => page.field(theirs('city')).fill('nowhere'),
  ),
  panelState('field-same-titles', () =>
    question({
      schema: schemaOf(
        {
          [theirs('home_street')]: { type: 'string', title: theirs('Street') },
          [theirs('work_street')]: { type: 'string', title: theirs('Street'), description: theirs('Where you work') },
          [theirs('near')]: { type: 'boolean', title: theirs('Street') },
          [theirs('rooms')]: { type: 'array', title: theirs('Street'), items: { type: 'string', enum: [theirs('a')] } },
        },
        [theirs('home_street')],
      ),
    }),
  ),
  panelState('field-any-of-many', () =>
    question({
      schema: anyOf(cities.slice(0, 9), { minItems: 1, maxItems: 3 }),
      content: { stops: cities.slice(0, 5) },
    }),
  ),
  after(
    panelState('field-any-of-many-hundreds', () =>
      question({ schema: anyOf(cities), content: { stops: cities.slice(0, 400) } }),
    ),
    (page) => page.page.getByRole('combobox').fill('city 4999'),
  ),
  after(
    panelState('field-date-time', () =>
      question({ schema: schemaOf({ when: { type: 'string', format: 'date-time' } }) }),
    ),
    (page) => page.field(theirs('when')).fill('2026-11-21 14:30'),
  ),
  after(
    panelState('field-date-calendar', () =>
      question({ schema: schemaOf({ day: { type: 'string', format: 'date' } }), content: { day: '2026-03-31' } }),
    ),
    (page) => page.button(t('Choose a date for {0}', theirs('day'))).click(),
  ),
  panelState('field-uri', () =>
    question({
      schema: schemaOf({ page: { type: 'string', format: 'uri' } }),
      content: { page: 'https://example.org@example.com/in' },
    }),
  ),
  panelState('field-long-description', () =>
    question({ schema: schemaOf({ text: { type: 'string', description: theirs(lines) } }) }),
  ),
  after(
    panelState('field-long-description-unfolded', () =>
      question({ schema: schemaOf({ text: { type: 'string', description: theirs(lines) } }) }),
    ),
    (page) => page.button(t('Show more about {0}', theirs('text'))).click(),
  ),
];
