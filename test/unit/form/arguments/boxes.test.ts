import assert from 'node:assert/strict';
import { evaluate } from '#form/evaluate.ts';
import { initialInput, inputsMatchForm } from '#form/formInputs.ts';
import { fillArguments } from '#form/inputs/fillArguments.ts';
import type { FieldInput } from '#form/model.ts';
import { readArgumentsSchema } from '#form/schema/readArguments.ts';
import { restBox } from '#form/schema/readBox.ts';
import { readRequestedSchema } from '#form/schema/readSchema.ts';
import { argumentsForm } from './argumentFields.ts';

const json = (text: string): FieldInput => ({ kind: 'json', text, touched: true });
const person = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    age: { type: 'integer' },
    kind: { const: 'person' },
    tags: { type: 'array', items: { type: 'string' } },
    home: { $ref: '#/properties/it/properties/self' },
    self: { type: 'object', properties: { city: { type: 'string', default: 'Delft' } }, required: ['city'] },
  },
  required: ['name', 'age', 'kind', 'tags', 'home'],
};

function problemOf(schema: unknown, text: string): string | undefined {
  return evaluate(argumentsForm({ it: schema }, ['it']), [json(text)]).problems[0]?.message;
}

describe('a box for JSON', () => {
  it('begins with the required keys, defaults and constants', () => {
    const [field] = argumentsForm({ it: person }, ['it']).fields;
    assert.ok(field?.kind === 'json');
    const input = initialInput(field);
    assert.ok(input.kind === 'json');
    const keys = { name: '', age: null, kind: 'person', tags: [], home: { city: 'Delft' } };
    assert.deepEqual(JSON.parse(input.text), keys);
  });

  it('of a list begins with one element', () => {
    const [field] = argumentsForm({ it: { type: 'array', items: { ...person, required: ['name'] } } }, ['it']).fields;
    assert.deepEqual(field && initialInput(field), {
      kind: 'json',
      text: '[\n  {\n    "name": ""\n  }\n]',
      touched: false,
    });
  });

  it('that was not filled in is not sent', () => {
    const form = argumentsForm({ it: person }, ['it']);
    const { content, problems } = evaluate(form, form.fields.map(initialInput));
    assert.deepEqual(content, {});
    assert.match(problems[0]?.message ?? '', /Fill in/);
  });

  const complete = {
    type: 'object',
    properties: { mode: { const: 'fast' }, size: { const: null }, name: { type: 'string', default: '' } },
    required: ['mode', 'size', 'name'],
  };
  for (const [idea, schema, value] of [
    ['an object', complete, { mode: 'fast', size: null, name: '' }],
    ['an object in a list', { type: 'array', items: complete }, [{ mode: 'fast', size: null, name: '' }]],
  ] as const) {
    it(`that begins with ${idea} of which the schema names all values is sent untouched`, () => {
      const form = argumentsForm({ it: schema }, ['it']);
      assert.deepEqual(evaluate(form, form.fields.map(initialInput)), { content: { it: value }, problems: [] });
    });
  }

  const nested = (depth: number): object =>
    depth === 0 ? { const: 1 } : { type: 'object', properties: { a: nested(depth - 1) }, required: ['a'] };
  const wide = Array.from({ length: 70 }, (_, index) => `n${index}`);
  const constants = Object.fromEntries(wide.map((name) => [name, { const: 1 }]));
  for (const [idea, schema] of [
    ['a value to fill in', { ...complete, properties: { ...complete.properties, size: { type: 'integer' } } }],
    ['more levels than it has', nested(7)],
    ['more keys than it has', { type: 'object', properties: constants, required: wide }],
  ] as const) {
    it(`that lacks ${idea} is not sent untouched`, () => {
      const form = argumentsForm({ it: schema }, ['it']);
      assert.match(evaluate(form, form.fields.map(initialInput)).problems[0]?.message ?? '', /Fill in/);
    });
  }

  it('that is optional begins empty and is left out', () => {
    const form = argumentsForm({ it: person });
    assert.deepEqual(evaluate(form, form.fields.map(initialInput)), { content: {}, problems: [] });
  });

  it('begins with its default', () => {
    const form = argumentsForm({ it: { type: 'object', default: { a: [1] } } }, ['it']);
    assert.deepEqual(evaluate(form, form.fields.map(initialInput)).content, { it: { a: [1] } });
  });

  const problems: readonly (readonly [idea: string, schema: unknown, text: string, problem: RegExp])[] = [
    ['nothing', person, ' ', /Enter JSON/],
    ['an error of syntax', person, '{\n  "a": 1\n  "b": 2\n}', /^Line 3: .*comma/],
    ['a key twice', {}, '[\n{"a": 1,\n"a": 2}]', /^Line 3: "a" is in this object twice/],
    ['the key __proto__ twice', {}, '{"__proto__": 1, "__proto__": 2}', /"__proto__" is in this object twice/],
    ['a number that JSON.parse changes', {}, '{"id":\n12345678901234567890}', /^Line 2: .*exactly/],
    ['a number beyond all', {}, '1e999', /exactly/],
    ['a list in place of an object', person, '[]', /Enter an object/],
    ['an object in place of a list', { type: 'array' }, '{}', /Enter a list/],
    ['null where the schema has none', person, 'null', /Enter an object/],
    ['an error in a line with a large number', {}, `${'\n'.repeat(1233)}x`, /^Line 1,234: /],
    ['nesting without end', {}, '['.repeat(10_000), /nested too deeply/],
  ];
  for (const [idea, schema, text, problem] of problems) {
    it(`shows ${idea}`, () => {
      assert.match(problemOf(schema, text) ?? '', problem);
    });
  }

  it('sends null where the schema has it', () => {
    assert.equal(problemOf({ anyOf: [person, { type: 'null' }] }, 'null'), undefined);
  });

  it('sends the key __proto__ like any other', () => {
    const { content } = evaluate(argumentsForm({ it: {} }), [json('{"__proto__": {"a": 1}}')]);
    assert.equal(JSON.stringify(content), '{"it":{"__proto__":{"a":1}}}');
    assert.equal(({} as { a?: unknown }).a, undefined);
  });

  it('has a bounded template for a schema of any size', () => {
    const wide = Array.from({ length: 10_000 }, (_, index) => `key ${index} ${'x'.repeat(900)}`);
    const hostile = [
      { type: 'object', properties: Object.fromEntries(wide.map((name) => [name, {}])), required: wide },
      { $ref: '#/properties/it' },
      { type: 'object', properties: { a: { $ref: '#/properties/it' } }, required: ['a'] },
      { type: 'object', properties: { a: { default: 'x'.repeat(100_000) } }, required: ['a'] },
    ];
    for (const schema of hostile) {
      const [field] = argumentsForm({ it: schema }).fields;
      assert.ok(field?.kind === 'json' && (field.template ?? '').length <= 5000);
    }
  });
});

describe('the boxes of a hostile schema', () => {
  const many = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => make(index));
  const named = <T>(count: number, make: (index: number) => T) =>
    Object.fromEntries(many(count, (index) => [`p${index}`, make(index)]));
  const reference = { $ref: '#/$defs/it' };
  const tool = (properties: object, definition: object, more: object = {}) =>
    readArgumentsSchema({ type: 'object', properties, $defs: { it: definition }, ...more });
  const wide = {
    type: 'object',
    anyOf: many(100, (index) => ({ required: many(3, (at) => `r${index}-${at}`) })),
    properties: named(5, () => reference),
    required: ['p0', 'p1'],
  };

  for (const [idea, properties, definition] of [
    ['one definition that all properties refer to', named(200, () => reference), wide],
    [
      'lists of required names',
      named(200, () => ({ anyOf: many(5, () => reference) })),
      { ...wide, required: many(900, String) },
    ],
    ['a list of 100,000 schemas', { p0: {}, p1: { allOf: many(100_000, () => true) }, p2: reference }, wide],
    [
      'a long default',
      named(100, () => ({ type: 'object', allOf: [reference, {}] })),
      { default: 'x'.repeat(100_000) },
    ],
  ] as const) {
    it(`have one limit together: ${idea}`, () => {
      const reading = tool(properties, definition);
      assert.ok(reading.ok, reading.ok ? '' : reading.message);
      const last = reading.form.fields.at(-1);
      assert.ok(last?.kind === 'json' && last.accepts === 'any' && last.template === undefined);
      const [content] = [
        evaluate(
          reading.form,
          reading.form.fields.map((_, index) => json(String(index))),
        ).content,
      ];
      assert.equal(content[last.name], reading.form.fields.length - 1, 'it takes any JSON');
    });
  }

  it('keep their templates within the limit', () => {
    const reading = tool(
      named(5, () => reference),
      { ...wide, anyOf: [] },
    );
    assert.ok(reading.ok);
    assert.ok(reading.form.fields.every((field) => field.kind === 'json' && field.template !== undefined));
  });

  for (const count of [100_000, 300_000]) {
    it(`are one box for all arguments if the schema itself combines ${count} schemas`, () => {
      const reading = tool({ a: { type: 'string' } }, {}, { allOf: many(count, () => true) });
      assert.ok(!reading.ok);
      assert.equal(reading.keyword, 'allOf');
      assert.match(reading.message, /too many schemas/);
    });
  }
});

describe('a box for other properties', () => {
  const reading = readArgumentsSchema({
    type: 'object',
    properties: { a: { type: 'string' } },
    additionalProperties: { type: 'number' },
  });
  assert.ok(reading.ok);
  const { form } = reading;
  const a: FieldInput = { kind: 'text', text: 'x', touched: true };

  it('sends them beside the others', () => {
    assert.deepEqual(
      evaluate(form, [a, json('{"b": 1, "__proto__": 2}')]).content,
      JSON.parse('{"a":"x","b":1,"__proto__":2}'),
    );
  });

  it('does not take a property that has a field', () => {
    assert.match(evaluate(form, [a, json('{"a": 1}')]).problems[0]?.message ?? '', /"a" has a field of its own/);
  });
});

describe('given arguments', () => {
  const form = argumentsForm({
    count: { type: 'integer', maximum: 5 },
    tags: { type: 'array', items: { type: 'string' } },
    picks: { type: 'array', items: { enum: ['a', 'b'] } },
    on: { type: 'boolean' },
    when: { type: 'string', format: 'date-time' },
  });
  const filled = (args: Readonly<Record<string, unknown>>) => fillArguments(form, args, restBox(false));

  it('that fit are filled in', () => {
    const { form: filledForm, inputs } = filled({ count: 3, tags: ['x'], picks: ['b'], on: false });
    assert.equal(filledForm, form);
    assert.ok(inputs.every(({ kind }) => kind !== 'json'));
  });

  it('that break a rule of their field are shown in it', () => {
    const { form: filledForm, inputs } = filled({ count: 9 });
    assert.deepEqual(inputs[0], { kind: 'text', text: '9', touched: true });
    assert.equal(evaluate(filledForm, inputs).problems.length, 1);
  });

  for (const args of [
    { count: 'many' },
    { tags: ['x', 1] },
    { tags: Array.from({ length: 1001 }, (_, index) => `x${index}`) },
    { picks: ['b', 'a'] },
    { picks: ['a', 'a'] },
    { picks: ['c'] },
    { on: 'yes' },
    { on: null },
    { when: ' 2026-03-31T14:30:00Z' },
    { other: [1], __proto: 2 },
  ]) {
    it(`that do not fit are not lost: ${JSON.stringify(args).slice(0, 60)}`, () => {
      const { form: filledForm, inputs } = filled(args);
      assert.ok(inputsMatchForm(filledForm, inputs));
      const { content, problems } = evaluate(filledForm, inputs);
      assert.deepEqual(problems.length > 0 ? args : content, args);
      assert.ok(inputs.some(({ kind }) => kind === 'json'));
    });
  }
});

describe('the form of an elicitation', () => {
  it('takes no JSON', () => {
    const reading = readRequestedSchema({ type: 'object', properties: { it: { type: 'string' } } });
    assert.ok(reading.ok);
    assert.ok(!inputsMatchForm(reading.form, [json('{}')]));
  });
});
