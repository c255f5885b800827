import assert from 'node:assert/strict';
import { evaluate } from '#form/evaluate.ts';
import { initialInput, inputsMatchForm } from '#form/formInputs.ts';
import { maxLines, maxTextLength } from '#form/formLimits.ts';
import type { FieldInput, RecordRow, RowInput } from '#form/model.ts';
import { readRequestedSchema } from '#form/schema/readSchema.ts';
import { argumentsForm, sentFor } from './argumentFields.ts';

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const record = { type: 'object', additionalProperties: text };

const row = (value: string): RowInput => ({ kind: 'text', text: value, touched: true });
const list = (...values: readonly string[]): FieldInput => ({ kind: 'list', rows: values.map(row), touched: true });
const pairs = (...rows: readonly (readonly [string, string])[]): FieldInput => ({
  kind: 'record',
  rows: rows.map(([key, value]): RecordRow => ({ key, value: row(value) })),
  touched: true,
});

/** What is sent for the only field of a form, or the problem. */
function sent(schema: object, input: FieldInput, required = false): unknown {
  const form = argumentsForm({ it: schema }, required ? ['it'] : []);
  assert.ok(inputsMatchForm(form, [input]));
  const { content, problems } = evaluate(form, [input]);
  return problems[0]?.message ?? content['it'];
}

describe('a list in the arguments of a tool', () => {
  const kinds: readonly (readonly [idea: string, items: object, kind: string])[] = [
    ['texts', text, 'text'],
    ['numbers', { type: 'number' }, 'number'],
    ['integers', { type: 'integer', minimum: 0 }, 'number'],
    ['numbers to choose from', { type: 'integer', enum: [1, 2] }, 'choice'],
    ['texts or null', { type: ['string', 'null'] }, 'text'],
  ];
  for (const [idea, items, kind] of kinds) {
    it(`of ${idea} has rows`, () => {
      const [field] = argumentsForm({ it: { type: 'array', items } }).fields;
      assert.equal(field?.kind === 'list' && field.row.kind, kind);
    });
  }

  it('of texts to choose from is a multiple choice', () => {
    const [field] = argumentsForm({ it: { type: 'array', items: { ...text, enum: ['a', 'b'] } } }).fields;
    assert.equal(field?.kind, 'multiChoice');
  });

  it('sends its rows, without those into which nothing was entered', () => {
    assert.deepEqual(sent(texts, list('a', '', ' ', 'b\nc')), ['a', ' ', 'b\nc']);
  });

  it('is left out if it is optional and has no value', () => {
    assert.equal(sent(texts, list('', '')), undefined);
  });

  it('is sent empty if it is required and has no value', () => {
    assert.deepEqual(sent(texts, list(''), true), []);
  });

  it('sends the empty text and null where the user added them', () => {
    const schema = { type: 'array', items: { type: ['string', 'null'] } };
    const rows: RowInput[] = [row('a'), { kind: 'empty', as: 'text' }, { kind: 'empty', as: 'null' }];
    assert.deepEqual(sent(schema, { kind: 'list', rows, touched: true }), ['a', '', null]);
  });

  it('does not take null where the schema does not', () => {
    const rows: RowInput[] = [{ kind: 'empty', as: 'null' }];
    assert.ok(!inputsMatchForm(argumentsForm({ it: texts }), [{ kind: 'list', rows, touched: true }]));
  });

  const problems: readonly (readonly [idea: string, schema: object, input: FieldInput, problem: RegExp])[] = [
    ['a text in place of a number', { type: 'array', items: { type: 'integer' } }, list('1', 'x'), /^Row 2: /],
    ['a number beyond its limit', { type: 'array', items: { type: 'integer', maximum: 9 } }, list('10'), /^Row 1: /],
    ['a text twice', { ...texts, uniqueItems: true }, list('a', 'b', 'a'), /^Row 3: .*only once/],
    ['too few rows', { ...texts, minItems: 2 }, list('a', ''), /at least 2 rows \(you have 1\)/],
    ['too many rows', { ...texts, maxItems: 1 }, list('a', 'b'), /at most 1 row \(you have 2\)/],
    ['a text that is too short', { type: 'array', items: { ...text, minLength: 3 } }, list('abc', 'ab'), /^Row 2: /],
  ];
  for (const [idea, schema, input, problem] of problems) {
    it(`names the row of ${idea}`, () => {
      assert.match(String(sent(schema, input)), problem);
    });
  }

  it('is "Required." if it needs rows and has none', () => {
    assert.equal(sent({ ...texts, minItems: 2 }, list('', ''), true), 'Required.');
  });

  it('is left out if it is optional and has no rows, also if it needs some', () => {
    assert.equal(sent({ ...texts, minItems: 2 }, list('')), undefined);
  });

  it('begins with its default, which is sent untouched', () => {
    const schema = { type: 'array', items: { type: 'integer' }, default: [3, 1] };
    assert.deepEqual(sent(schema, initialInput(argumentsForm({ it: schema }).fields[0] as never)), [3, 1]);
  });

  for (const bad of [['a', 1], 'a', Array.from({ length: maxLines + 1 }, () => 'a'), [null]]) {
    it(`begins without a default that does not fit: ${JSON.stringify(bad).slice(0, 20)}`, () => {
      const [field] = argumentsForm({ it: { ...texts, default: bad } }).fields;
      assert.ok(field?.kind === 'list' && field.default === undefined);
    });
  }

  for (const value of [['a'], ['a', ''], [''], [], [' ', '\n']]) {
    it(`sends ${JSON.stringify(value)} again after it was filled in`, () => {
      assert.deepEqual(sentFor(argumentsForm({ it: texts }), { it: value }), { content: { it: value }, problems: [] });
    });
  }
});

describe('a record in the arguments of a tool', () => {
  it('sends names with values', () => {
    assert.deepEqual(sent(record, pairs(['a', '1'], ['', ''], ['b', ''])), { a: '1', b: '' });
  });

  it('is left out if it is optional and has no rows', () => {
    assert.equal(sent(record, pairs(['', ''])), undefined);
  });

  it('is "Required." if it needs properties and has none', () => {
    assert.equal(sent({ ...record, minProperties: 1 }, pairs(['', '']), true), 'Required.');
  });

  it('sends the name __proto__ like any other', () => {
    const value = sent(record, pairs(['__proto__', 'x'], ['constructor', 'y']));
    assert.equal(JSON.stringify(value), '{"__proto__":"x","constructor":"y"}');
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
  });

  it('names a name that stands there twice', () => {
    assert.match(String(sent(record, pairs(['a', '1'], ['b', ''], ['a', '2']))), /^Row 3: .*"a".*twice/);
  });

  it('asks for the name of a value', () => {
    assert.match(String(sent(record, pairs(['', '1']))), /^Row 1: .*name/);
  });

  it('asks for the value of a name if the value cannot be the empty text', () => {
    const numbers = { type: 'object', additionalProperties: { type: 'integer' } };
    assert.match(String(sent(numbers, pairs(['a', '']))), /^Row 1: /);
  });

  it('takes the limits on its properties', () => {
    assert.match(String(sent({ ...record, maxProperties: 1 }, pairs(['a', '1'], ['b', '2']))), /at most 1 row/);
  });

  for (const value of [{ a: '1' }, { a: '' }, {}, JSON.parse('{"__proto__": "x"}')]) {
    it(`sends ${JSON.stringify(value)} again after it was filled in`, () => {
      const { content, problems } = sentFor(argumentsForm({ it: record }), { it: value });
      assert.equal(JSON.stringify(content), JSON.stringify({ it: value }));
      assert.deepEqual(problems, []);
    });
  }
});

describe('the length of a record', () => {
  const tooLong = /^This is too long, and is not kept/;
  const half = 'a'.repeat(maxTextLength / 2);

  it('includes its names', () => {
    assert.match(String(sent(record, pairs(['a'.repeat(maxTextLength + 1), '1']))), tooLong);
    assert.match(String(sent(record, pairs([half, `${half}b`]))), tooLong);
  });

  it('may be exactly the limit', () => {
    assert.deepEqual(sent(record, pairs([half, half])), { [half]: half });
  });
});

describe('an argument that can be null', () => {
  for (const schema of [
    { type: ['string', 'null'] },
    { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    { oneOf: [{ type: 'null' }, { type: 'boolean' }] },
    { anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }] },
    { anyOf: [texts, { type: 'null' }] },
    { anyOf: [record, { type: 'null' }] },
  ]) {
    it(`sends null on purpose: ${JSON.stringify(schema)}`, () => {
      assert.deepEqual(sentFor(argumentsForm({ it: schema }, ['it']), { it: null }), {
        content: { it: null },
        problems: [],
      });
    });

    it(`is left out if it is optional and untouched: ${JSON.stringify(schema)}`, () => {
      assert.deepEqual(sentFor(argumentsForm({ it: schema }), {}), { content: {}, problems: [] });
    });
  }
});

describe('an argument that is a text', () => {
  it('can be sent as the empty text on purpose', () => {
    assert.deepEqual(sentFor(argumentsForm({ it: text }, ['it']), { it: '' }), { content: { it: '' }, problems: [] });
  });

  for (const rule of [{ minLength: 1 }, { pattern: '^a?$' }, { format: 'email' }]) {
    it(`cannot be sent empty with the rule ${JSON.stringify(rule)}`, () => {
      const form = argumentsForm({ it: { ...text, ...rule } }, ['it']);
      assert.ok(!inputsMatchForm(form, [{ kind: 'empty', as: 'text' }]));
    });
  }
});

describe('the form of an elicitation', () => {
  it('has no rows, and takes no values that are empty on purpose', () => {
    const schema = {
      type: 'object',
      properties: { list: texts, nullable: { type: ['string', 'null'] }, text },
      required: ['list', 'nullable', 'text'],
    };
    const reading = readRequestedSchema(schema);
    assert.ok(reading.ok);
    assert.deepEqual(
      reading.form.fields.map(({ kind }) => kind),
      ['text', 'text', 'text'],
    );
    for (const as of ['text', 'null', 'list', 'object'] as const) {
      const inputs = reading.form.fields.map((): FieldInput => ({ kind: 'empty', as }));
      assert.ok(!inputsMatchForm(reading.form, inputs));
    }
  });
});
