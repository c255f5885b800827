import assert from 'node:assert/strict';
import { evaluate } from '#form/evaluate.ts';
import type { Field } from '#form/model.ts';
import { readRequestedSchema } from '#form/schema/readSchema.ts';
import { initialInputs } from '#test/host/initialInputs.ts';

type Schema = Readonly<Record<string, unknown>>;
const text = { type: 'string' };
const nothing = { type: 'null' };

const formOf = (it: Schema, more: Schema = {}) => {
  const reading = readRequestedSchema({ type: 'object', properties: { it }, ...more });
  assert.ok(reading.ok, reading.ok ? '' : reading.message);
  return reading.form;
};
const fieldOf = (it: Schema, more: Schema = {}): Field => {
  const [field] = formOf(it, more).fields;
  assert.ok(field);
  return field;
};

/** Pairs of schemas that are read into the same field. */
const equivalents: readonly (readonly [idea: string, schema: Schema, as: Schema, more?: Schema])[] = [
  ['an unknown format', { ...text, format: 'phone' }, text],
  ['a union with null', { type: ['string', 'null'], maxLength: 5 }, { ...text, maxLength: 5 }],
  ['null before the type', { type: ['null', 'integer'] }, { type: 'integer' }],
  ['a union of one', { type: ['boolean'] }, { type: 'boolean' }],
  ['anyOf with null', { anyOf: [{ ...text, minLength: 1 }, nothing] }, { ...text, minLength: 1 }],
  ['oneOf with null', { oneOf: [nothing, { type: 'number', maximum: 5 }] }, { type: 'number', maximum: 5 }],
  [
    'an optional field as Python servers send it',
    { anyOf: [text, nothing], default: null, title: 'Name' },
    { ...text, title: 'Name' },
  ],
  ['an option that is null', { type: ['string', 'null'], enum: ['a', 'b', null] }, { ...text, enum: ['a', 'b'] }],
  [
    'options of anyOf',
    { ...text, anyOf: [{ const: 'a', title: 'A' }] },
    { ...text, oneOf: [{ const: 'a', title: 'A' }] },
  ],
  ['options and null', { oneOf: [{ const: 'a' }, { const: 'b' }, { const: null }] }, { ...text, enum: ['a', 'b'] }],
  ['a const', { const: 'a' }, { ...text, enum: ['a'] }],
  ['options without a type', { enum: [1, 2] }, { type: 'number', enum: [1, 2] }],
  ['a reference', { $ref: '#/$defs/short' }, { ...text, maxLength: 3 }],
  ['a reference with a title', { $ref: '#/$defs/short', title: 'S' }, { ...text, maxLength: 3, title: 'S' }],
  ['a reference to a reference', { $ref: '#/$defs/again' }, { ...text, maxLength: 3 }],
  ['a reference through odd names', { $ref: '#/$defs/a~1b%20c~0d' }, { type: 'boolean' }],
  [
    'an allOf of one',
    { allOf: [{ $ref: '#/$defs/color' }], default: 'red' },
    { ...text, enum: ['red', 'blue'], default: 'red' },
  ],
  ['an optional reference', { anyOf: [{ $ref: '#/$defs/color' }, nothing] }, { ...text, enum: ['red', 'blue'] }],
  [
    'a list of references',
    { type: 'array', items: { $ref: '#/$defs/color' } },
    { type: 'array', items: { enum: ['red', 'blue'] } },
  ],
  ['an optional list', { anyOf: [{ type: 'array', items: text }, nothing] }, { type: 'array', items: text }],
  ['a default that is no text', { ...text, default: 5 }, text],
  ['a default that is null', { type: 'boolean', default: null }, { type: 'boolean' }],
  ['a default that is too long', { ...text, maxLength: 2, default: 'abc' }, { ...text, maxLength: 2 }],
  ['a default that is no option', { ...text, enum: ['a'], default: 'b' }, { ...text, enum: ['a'] }],
  ['a default out of range', { type: 'integer', minimum: 2, default: 1 }, { type: 'integer', minimum: 2 }],
  [
    'a default list with an unknown option',
    { type: 'array', items: { enum: ['a'] }, default: ['a', 'b'] },
    { type: 'array', items: { enum: ['a'] } },
  ],
  [
    'too few names',
    { ...text, enum: ['a', 'b'], enumNames: ['A'] },
    { ...text, oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] },
  ],
  ['too many names', { ...text, enum: ['a'], enumNames: ['A', 'B'] }, { ...text, oneOf: [{ const: 'a', title: 'A' }] }],
  ['names that are no strings', { ...text, enum: ['a'], enumNames: [{}] }, { ...text, enum: ['a'] }],
  ['an identifier', { ...text, $id: 'urn:x', $anchor: 5 }, text, { $id: 'urn:x' }],
];

const definitions = {
  $defs: {
    short: { ...text, maxLength: 3 },
    again: { $ref: '#/$defs/short' },
    color: { ...text, enum: ['red', 'blue'] },
    'a/b c~d': { type: 'boolean' },
  },
};

describe('a property with a single meaning', () => {
  for (const [idea, schema, as, more] of equivalents) {
    it(`is read into the same field as its plain schema: ${idea}`, () => {
      assert.deepEqual(fieldOf(schema, { ...definitions, ...more }), fieldOf(as));
    });
  }

  it('is never sent as null; if it is required, it must be filled in', () => {
    const form = formOf({ anyOf: [text, nothing] }, { required: ['it'] });
    const { content, problems } = evaluate(form, initialInputs(form));
    assert.deepEqual([content, problems.length], [{}, 1]);
  });

  it('is left out if it may be null and no value is entered', () => {
    const form = formOf({ anyOf: [text, nothing], default: null });
    assert.deepEqual(evaluate(form, initialInputs(form)), { content: {}, problems: [] });
  });

  it('refuses the other boolean if only one is valid', () => {
    const form = formOf({ type: 'boolean', const: true });
    assert.deepEqual(evaluate(form, [{ kind: 'boolean', value: true }]).content, { it: true });
    const { problems } = evaluate(form, [{ kind: 'boolean', value: false }]);
    assert.equal(problems[0]?.message, 'The server accepts only Yes here.');
  });
});

describe('a list of strings', () => {
  const entered = (schema: Schema, lines: string, more: Schema = {}) =>
    evaluate(formOf({ type: 'array', ...schema }, more), [{ kind: 'text', text: lines, touched: true }]);
  const says = (schema: Schema, lines: string) => entered(schema, lines).problems[0]?.message;

  it('has one string on each line, without blank lines', () => {
    assert.deepEqual(entered({ items: text }, 'a\n\n  b c \r\n\t\n').content, { it: ['a', '  b c '] });
    assert.deepEqual(entered({ items: text }, ' \n'), { content: {}, problems: [] });
    assert.deepEqual(entered({ items: text }, '', { required: ['it'] }).content, { it: [] });
  });

  it('enforces the rules on each line', () => {
    assert.equal(
      says({ items: { ...text, format: 'email' } }, 'a@b.c\nx'),
      'Line 2: Enter an e-mail address, such as name@example.com.',
    );
    assert.deepEqual(entered({ items: { ...text, format: 'email' } }, ' a@b.c ').content, { it: ['a@b.c'] });
    assert.match(says({ items: { ...text, maxLength: 2 } }, 'a\nabc') ?? '', /^Line 2: Enter at most 2 characters/);
  });

  it('quotes no line in a problem, because a masked field may have it', () => {
    const token = 'sk-live-abcdef';
    const rules: readonly Schema[] = [
      { items: { ...text, minLength: 60 } },
      { items: { ...text, maxLength: 5 } },
      { items: { ...text, format: 'email' } },
      { items: { ...text, pattern: '^x$' } },
      { items: text, uniqueItems: true },
    ];
    for (const rule of rules) {
      const form = formOf({ type: 'array', ...rule });
      const lines = [{ kind: 'text', text: `${token}\n${token}`, touched: true }] as const;
      const [found] = evaluate(form, lines, () => false).problems;
      assert.ok(found && !found.message.includes(token), found?.message);
    }
  });

  it('enforces minItems, maxItems and uniqueItems', () => {
    assert.equal(says({ items: text, minItems: 2 }, 'a'), 'Enter at least 2 lines (you have 1).');
    assert.equal(says({ items: text, maxItems: 1 }, 'a\nb'), 'Enter at most 1 line (you have 2).');
    assert.equal(says({ items: text, minItems: 1, maxItems: 1 }, 'a\nb'), 'Enter 1 line (you have 2).');
    assert.equal(says({ items: text, uniqueItems: true }, 'a\n\na'), 'Line 3: It may appear only once.');
    assert.equal(says({ items: text, uniqueItems: true }, 'a\na'), 'Line 2: It may appear only once.');
  });

  it('starts with its default, if the default is valid', () => {
    assert.equal(fieldOf({ type: 'array', items: text, default: ['a', 'b'] }).default, 'a\nb');
    for (const wrong of [['a', 5], 'a', ['a\nb'], [' ']]) {
      assert.equal(fieldOf({ type: 'array', items: text, default: wrong }).default, undefined);
    }
  });
});
