import assert from 'node:assert/strict';
import { choiceCountDifference, choiceCountText, constraintText } from '#form/constraintTexts.ts';
import { formOfSchema } from './fieldCases.ts';

const list = { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c', 'd'] } };

const rows: readonly (readonly [schema: object, words: string | undefined])[] = [
  [{ type: 'string' }, undefined],
  [{ type: 'string', minLength: 0 }, undefined],
  [{ type: 'string', minLength: 50 }, 'At least 50 characters'],
  [{ type: 'string', maxLength: 1 }, 'At most 1 character'],
  [{ type: 'string', minLength: 2, maxLength: 9 }, '2 to 9 characters'],
  [{ type: 'string', minLength: 4, maxLength: 4 }, 'Exactly 4 characters'],
  [{ type: 'string', format: 'email' }, 'An e-mail address'],
  [{ type: 'string', format: 'email', maxLength: 50 }, 'An e-mail address. At most 50 characters'],
  [{ type: 'string', format: 'uri' }, 'A URI, such as https://example.com'],
  [{ type: 'string', format: 'date' }, 'A date, such as 2026-03-31'],
  [
    { type: 'string', format: 'date-time' },
    'A date and time: 2026-03-31 14:30 in your local time, or 2026-03-31T14:30:00Z',
  ],
  [{ type: 'string', pattern: '^[A-Z]+$' }, 'Pattern: ^[A-Z]+$'],
  [{ type: 'string', pattern: '^[A-Z]+$', description: 'Capital letters' }, undefined],
  [{ type: 'string', pattern: 'x'.repeat(500) }, `Pattern: ${'x'.repeat(120)}…`],
  [{ type: 'number' }, 'A number'],
  [{ type: 'integer' }, 'A whole number'],
  [{ type: 'integer', minimum: 1, maximum: 35 }, 'A whole number. 1 to 35'],
  [{ type: 'integer', minimum: 7, maximum: 7 }, 'A whole number. Only 7'],
  [{ type: 'number', exclusiveMinimum: 0 }, 'A number. More than 0'],
  [{ type: 'number', minimum: 0, multipleOf: 0.5 }, 'A number. 0 or more, a multiple of 0.5'],
  [{ type: 'boolean' }, undefined],
  [{ type: 'string', enum: ['a'] }, undefined],
  [list, undefined],
  [{ ...list, minItems: 1, maxItems: 3 }, 'Choose 1 to 3'],
  [{ ...list, minItems: 2 }, 'Choose at least 2'],
  [{ ...list, maxItems: 2 }, 'Choose at most 2'],
  [{ ...list, minItems: 2, maxItems: 2 }, 'Choose exactly 2'],
  [{ ...list, maxItems: 4 }, undefined],
];

describe('the constraints of a field as text', () => {
  for (const [schema, words] of rows) {
    it(`${JSON.stringify(schema).slice(0, 100)}: ${words}`, () => {
      const [field] = formOfSchema({ type: 'object', properties: { it: schema } }).fields;
      assert.ok(field);
      assert.equal(constraintText(field), words);
    });
  }
});

describe('the number of chosen options as text', () => {
  for (const [limits, chosen, text, difference] of [
    [{}, 0, '0 chosen', undefined],
    [{ minItems: 1, maxItems: 3 }, 2, '2 chosen (pick 1-3)', undefined],
    [{ minItems: 1, maxItems: 3 }, 4, '4 chosen (pick 1-3)', '1 too many'],
    [{ minItems: 3 }, 1, '1 chosen (pick at least 3)', '2 more needed'],
    [{ minItems: 3 }, 0, '0 chosen (pick at least 3)', undefined],
    [{ maxItems: 2 }, 2, '2 chosen (pick at most 2)', undefined],
    [{ minItems: 2, maxItems: 2 }, 1, '1 chosen (pick 2)', '1 more needed'],
    // All options may be chosen, so this is no limit.
    [{ maxItems: 4 }, 4, '4 chosen', undefined],
  ] as const) {
    it(`${JSON.stringify(limits)}, ${chosen}: ${text}${difference === undefined ? '' : `, ${difference}`}`, () => {
      const [field] = formOfSchema({ type: 'object', properties: { it: { ...list, ...limits } } }).fields;
      assert.ok(field?.kind === 'multiChoice');
      assert.equal(choiceCountText(field, chosen), text);
      assert.equal(choiceCountDifference(field, chosen), difference);
    });
  }
});
