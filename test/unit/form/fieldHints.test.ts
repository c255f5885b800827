import assert from 'node:assert/strict';
import { lengthNearLimitText } from '#form/constraintTexts.ts';
import { fieldHint } from '#form/fieldHints.ts';
import { literalOfPattern, matchesOneText } from '#form/literalPattern.ts';
import { formOfSchema } from './fieldCases.ts';

const text = { type: 'string' };
const date = { ...text, format: 'date' };
const guests = { type: 'integer', minimum: 1, maximum: 12 };

const rows: readonly (readonly [schema: object, hint: string | undefined])[] = [
  [text, undefined],
  [{ ...text, minLength: 3, maxLength: 50 }, undefined],
  [{ ...text, minLength: 6, maxLength: 6 }, '6 characters'],
  [{ ...text, minLength: 6, maxLength: 6, description: 'The 6 characters on the card' }, undefined],
  [date, 'Such as 2026-03-31'],
  [{ ...date, description: 'As YYYY-MM-DD' }, undefined],
  [{ ...text, format: 'date-time' }, 'Such as 2026-03-31 14:30, in your local time'],
  [{ ...text, format: 'email' }, 'An e-mail address'],
  [{ ...text, format: 'email', title: 'Email' }, undefined],
  [{ ...text, format: 'uri' }, 'A URI, such as https://example.com'],
  [{ ...text, format: 'uri', title: 'Website' }, undefined],
  [{ ...text, pattern: '^[A-Z]{3}$' }, 'Pattern: ^[A-Z]{3}$'],
  [{ ...text, pattern: '^[A-Z]{3}$', description: 'Three capital letters' }, undefined],
  [{ ...text, pattern: '^DELETE$', description: 'To be sure' }, 'Enter exactly: DELETE'],
  [{ ...text, pattern: '^DELETE$', description: 'Type DELETE to confirm' }, undefined],
  [{ type: 'integer' }, undefined],
  [guests, '1 to 12'],
  [{ ...guests, description: 'From 1 to 12' }, undefined],
  [{ ...guests, description: 'At most 12' }, '1 to 12'],
  [{ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, '0 or more'],
  [{ type: 'number', exclusiveMinimum: 0, maximum: 1 }, 'More than 0, 1 or less'],
  [{ type: 'number', multipleOf: 0.5 }, 'A multiple of 0.5'],
  [{ type: 'number', minimum: 0, multipleOf: 0.5 }, '0 or more, a multiple of 0.5'],
  [{ type: 'boolean' }, undefined],
  [{ type: 'array', items: text, maxItems: 3 }, 'One per line, at most 3'],
];

describe('the hint of a field', () => {
  for (const [schema, hint] of rows) {
    it(`${JSON.stringify(schema).slice(0, 100)}: ${hint}`, () => {
      const [field] = formOfSchema({ type: 'object', properties: { it: schema } }).fields;
      assert.ok(field);
      assert.equal(fieldHint(field), hint);
    });
  }
});

describe('the length of a text', () => {
  for (const [maxLength, length, shown] of [
    [undefined, 1000, undefined],
    [250, 199, undefined],
    [250, 200, '200 of 250 characters'],
    [250, 251, '251 of 250 characters'],
    [1, 0, undefined],
  ] as const) {
    it(`${length} of ${maxLength}: ${shown}`, () => {
      const field = {
        kind: 'text',
        name: 'it',
        label: 'it',
        required: false,
        ...(maxLength && { maxLength }),
      } as const;
      assert.equal(lengthNearLimitText(field, length), shown);
    });
  }
});

describe('the only text that matches a pattern', () => {
  for (const [pattern, literal, standsForOneText = literal !== undefined] of [
    ['^DELETE$', 'DELETE'],
    ['^(?:yes, delete it)$', 'yes, delete it'],
    ['^(a\\.b\\/c)$', 'a.b/c'],
    ['^api.example.com$', undefined, true],
    ['^(DELETE$', undefined],
    ['DELETE', undefined],
    ['^a|b$', undefined],
    ['^\\d$', undefined],
    ['^A..$', undefined],
    ['^\\d.5$', undefined],
    ['^a\u202eb$', undefined, true],
    [`^${'x'.repeat(81)}$`, undefined, true],
  ] as const) {
    it(`${pattern.slice(0, 40)}: ${literal}`, () => {
      assert.equal(literalOfPattern(pattern), literal);
      assert.equal(matchesOneText(pattern), standsForOneText);
    });
  }
});
