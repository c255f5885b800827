import assert from 'node:assert/strict';
import { describeAnswer } from '#form/describeAnswer.ts';
import { evaluate } from '#form/evaluate.ts';
import type { FieldInput, FormModel } from '#form/model.ts';
import { exactJson, type FieldValue, type SentValue, sentValues } from '#form/sentValues.ts';
import { formOfSchema } from './fieldCases.ts';

const [yes, no] = [
  { const: 'FR', title: 'France' },
  { const: 'DE', title: 'Germany' },
];
const list = { type: 'array', items: { anyOf: [yes, no] } };
const same = [
  { const: 'a', title: 'Pay' },
  { const: 'b', title: 'Pay' },
];

/** A schema, a value, and its description: the answer, then `default` or the texts of the default. */
const rows: readonly (readonly [schema: object, value: FieldValue | undefined, ...words: string[]])[] = [
  [{ type: 'string' }, 'Ada', 'Ada'],
  [{ type: 'string' }, undefined],
  [{ type: 'string', default: 'Ada' }, 'Ada', 'Ada', 'default'],
  [{ type: 'string', default: 'Ada' }, 'Grace', 'Grace', 'changed from Ada'],
  [{ type: 'string', default: 'Ada' }, undefined, 'changed from Ada'],
  [{ type: 'string', default: '' }, '', 'An empty text', 'default'],
  [{ type: 'string' }, 'one\n\ttwo', 'one\n\ttwo'],
  [{ type: 'string' }, '  ', '[U+0020][U+0020]'],
  [{ type: 'string' }, 'a\u202Eb\r\u0000', 'a[U+202E]b[U+000D][U+0000]'],
  [{ type: 'string' }, '👩‍🚀 नमस्ते', '👩‍🚀 नमस्ते'],
  [{ type: 'string', format: 'date' }, '2026-03-31', '2026-03-31'],
  [{ type: 'string', format: 'date-time' }, '2026-11-21T14:30:00+01:00', '2026-11-21T14:30:00+01:00'],
  [
    { type: 'string', format: 'date-time', default: '2026-11-21T14:30:00Z' },
    '2026-11-21T14:30:00Z',
    '2026-11-21T14:30:00Z',
    'default',
  ],
  [{ type: 'integer' }, 12345, '12345'],
  [{ type: 'number', default: 0.1 }, 1e21, '1e+21', 'changed from 0.1'],
  [{ type: 'number', default: 0 }, 0, '0', 'default'],
  [{ type: 'boolean' }, false, 'No'],
  [{ type: 'boolean', default: false }, true, 'Yes', 'changed from No'],
  [{ type: 'boolean', default: false }, undefined, 'changed from No'],
  [{ type: 'string', oneOf: [yes, no], default: 'DE' }, 'FR', 'France', 'changed from Germany'],
  [{ type: 'string', oneOf: [yes, no], default: 'FR' }, 'FR', 'France', 'default'],
  [{ type: 'integer', enum: [1, 2] }, 2, '2'],
  [{ type: 'string', oneOf: same }, 'b', 'Pay (b)'],
  [list, ['FR', 'DE'], 'France', 'Germany'],
  [list, [], 'Nothing chosen'],
  [{ ...list, default: ['DE', 'FR'] }, ['FR', 'DE'], 'France', 'Germany', 'default'],
  [{ ...list, default: [] }, [], 'Nothing chosen', 'default'],
  [{ ...list, default: [] }, ['FR'], 'France', 'changed from Nothing chosen'],
];

describe('the description of an answer', () => {
  for (const [schema, value, ...words] of rows) {
    it(`${JSON.stringify(value)} for ${JSON.stringify(schema)}: ${words.join(', ')}`, () => {
      const [field] = formOfSchema({ type: 'object', properties: { it: schema } }).fields;
      assert.ok(field);
      const { values, origin, suggestedValues } = describeAnswer(field, value);
      const mark = { noDefault: [], default: ['default'], changed: [`changed from ${suggestedValues.join()}`] }[origin];
      assert.deepEqual([...values, ...mark], words);
    });
  }

  it('distinguishes ten thousand options with equal labels without delay', () => {
    const options = Array.from({ length: 10_000 }, (_, index) => ({ value: `v${index}`, label: `${index % 2}` }));
    const { values: texts } = describeAnswer(
      { kind: 'multiChoice', name: 'it', label: 'It', required: false, options },
      options.map(({ value }) => value),
    );
    assert.equal(new Set(texts).size, options.length);
  });
});

describe('the JSON of the content', () => {
  const form: FormModel = {
    fields: ['note', '__proto__', '7', 'list'].map((name) => ({ kind: 'text', name, label: name, required: false })),
  };
  const text = (value: string): FieldInput => ({ kind: 'text', text: value, touched: true });
  const valuesOf = (inputs: readonly FieldInput[]) => sentValues(form, evaluate(form, inputs).content);

  it('contains the sent values in their order', () => {
    const inputs = [text('a "b"\n'), text('p'), text('s'), text('')];
    const values = valuesOf(inputs);
    assert.equal(exactJson(form, values), '{\n  "7": "s",\n  "note": "a \\"b\\"\\n",\n  "__proto__": "p"\n}');
    assert.equal(exactJson(form, values), JSON.stringify(evaluate(form, inputs).content, null, 2));
  });

  it('is an empty object if no value is sent', () => {
    assert.equal(exactJson(form, []), '{}');
  });

  it('has each element of an array on a line', () => {
    const values: SentValue[] = [{ field: 3, value: ['a', 2] }];
    assert.equal(exactJson(form, values), JSON.stringify({ list: ['a', 2] }, null, 2));
  });

  it('has the same number of dots for each secret', () => {
    const hide = (secret: string) =>
      exactJson(form, valuesOf([text(secret), text('p'), text(''), text('')]), (field) => field === 0);
    assert.equal(hide('hunter2'), '{\n  "note": "••••••••",\n  "__proto__": "p"\n}');
    assert.equal(hide('x'), hide('hunter2'.repeat(100)));
  });

  it('escapes invisible characters', () => {
    const hostile = 'a\u202Eb\u200B\u{E0041}\u00A0\u2028';
    const json = exactJson(form, valuesOf([text(hostile), text(''), text(''), text('')]));
    assert.equal(json, '{\n  "note": "a\\u202eb\\u200b\\udb40\\udc41\\u00a0\\u2028"\n}');
    assert.deepEqual(JSON.parse(json), { note: hostile });
  });
});
