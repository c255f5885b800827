import assert from 'node:assert/strict';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import fc from 'fast-check';
import { formContent, formSchema } from '#core/validation/formSchema.ts';
import { ValidationEngine } from '#core/validation/validationEngine.ts';
import { constraintText } from '#form/constraintTexts.ts';
import { describeAnswer } from '#form/describeAnswer.ts';
import { evaluate } from '#form/evaluate.ts';
import { formatProblem } from '#form/formats.ts';
import { inputsFromContent, inputsMatchForm } from '#form/formInputs.ts';
import type { BooleanInput, ChoiceInput, Field, FieldInput, FormModel, TextFormat } from '#form/model.ts';
import { readArgumentsSchema } from '#form/schema/readArguments.ts';
import { readRequestedSchema } from '#form/schema/readSchema.ts';
import { exactJson, sentValues } from '#form/sentValues.ts';
import { initialInputs } from '#test/host/initialInputs.ts';
import { matchesPattern } from './fieldCases.ts';

const unicode = fc.string({ unit: 'binary', maxLength: 8 });
const names = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', '', 'a', 'b/~c'), unicode);
const optional = <T>(entries: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(entries, { requiredKeys: [] });
const size = fc.nat(6);
const limit = fc.oneof(fc.integer({ min: -20, max: 20 }), fc.double({ min: -20, max: 20, noNaN: true }));
const values = fc.uniqueArray(fc.oneof(unicode, fc.constantFrom('__proto__', 'a', 'b')), {
  minLength: 1,
  maxLength: 5,
});
const titled = values.map((all) => all.map((value, index) => ({ const: value, title: index % 2 ? 'same' : value })));

const text = optional({
  minLength: size,
  maxLength: size,
  pattern: fc.constantFrom('^[a-z]*$', '[0-9]', '\\p{L}', '^(a+)+$', '^[\\w-.]+$'),
  format: fc.constantFrom('email', 'uri', 'date', 'date-time'),
  default: unicode,
});
const number = optional({
  minimum: limit,
  maximum: limit,
  exclusiveMinimum: limit,
  exclusiveMaximum: limit,
  multipleOf: fc.constantFrom(0.1, 0.25, 1, 3, 1e-7, 1e20),
  default: fc.oneof(limit, fc.double({ noNaN: true, noDefaultInfinity: true })),
});
const items = fc.oneof(
  values.map((all) => ({ type: 'string', enum: all })),
  titled.map((all) => ({ anyOf: all })),
  titled.map((all) => ({ oneOf: all })),
);

/** A property that is in the subset, or rarely one that is nearly in it. */
const property = fc.oneof(
  text.map((rules) => ({ type: 'string', ...rules })),
  number.map((rules) => ({ type: 'number', ...rules })),
  number.map((rules) => ({ type: 'integer', ...rules })),
  optional({ default: fc.boolean() }).map((rules) => ({ type: 'boolean', ...rules })),
  values.map((all) => ({ type: 'string', enum: all, default: all[0] })),
  values.map((all) => ({ type: 'string', enum: all, enumNames: all.map((value) => `${value}!`) })),
  titled.map((all) => ({ type: 'string', oneOf: all })),
  fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 4 }).map((all) => ({ type: 'integer', enum: all })),
  fc
    .tuple(items, optional({ minItems: size, maxItems: size, uniqueItems: fc.boolean() }))
    .map(([of, rules]) => ({ type: 'array', items: of, ...rules })),
);

const schemas = fc
  .tuple(
    fc.uniqueArray(fc.tuple(names, property, fc.boolean()), { maxLength: 5, selector: ([name]) => name }),
    optional({
      additionalProperties: fc.constant(false),
      $schema: fc.constantFrom(
        'http://json-schema.org/draft-07/schema#',
        'https://json-schema.org/draft/2020-12/schema',
      ),
      $id: fc.constant('https://example.com/form'),
    }),
  )
  .map(([rows, extras]) => ({
    ...extras,
    type: 'object',
    properties: Object.fromEntries(rows.map(([name, schema]) => [name, schema])),
    required: rows.filter(([, , required]) => required).map(([name]) => name),
  }));

const typed = fc.oneof(
  unicode,
  fc.constantFrom(
    '',
    ' 3 ',
    '3.7',
    '1e999',
    '0x10',
    'a@b.co',
    'https://example.com',
    '2026-03-31',
    '2026-03-31T14:30:00Z',
  ),
  limit.map(String),
  fc.double().map(String),
);

/** Any input that fits the field. */
function inputFor(field: Field): fc.Arbitrary<FieldInput> {
  switch (field.kind) {
    case 'text':
    case 'number':
      return fc.record({ kind: fc.constant('text' as const), text: typed, touched: fc.boolean() });
    case 'boolean':
      return fc.record<BooleanInput>({ kind: fc.constant('boolean'), value: fc.option(fc.boolean(), { nil: null }) });
    case 'choice':
      return fc.record<ChoiceInput>({
        kind: fc.constant('choice'),
        selected: fc.option(fc.nat(field.options.length - 1), { nil: null }),
      });
    case 'multiChoice':
      return fc.record({
        kind: fc.constant('multiChoice' as const),
        selected: fc.subarray(field.options.map((_, index) => index)),
        touched: fc.boolean(),
      });
    case 'list':
    case 'record':
    case 'json':
      throw new Error('No elicitation has lists or records.');
  }
}

const inputsFor = (form: FormModel) =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constant(initialInputs(form)) },
    { weight: 4, arbitrary: fc.tuple(...form.fields.map(inputFor)) },
  );

/** The content with its arrays as sets. */
const unordered = (content: Record<string, unknown>) =>
  Object.entries(content).map(([name, value]) => [name, Array.isArray(value) ? [...value].sort() : value]);

const engine = new ValidationEngine();
const isValid = (schema: unknown, content: unknown) =>
  engine.check('server', JSON.stringify(schema), content, 'asserted').kind === 'valid';

describe('any form of the subset', () => {
  it('sends only what ajv accepts', () => {
    fc.assert(
      fc.property(schemas, fc.gen(), (schema, generate) => {
        const reading = readRequestedSchema(schema);
        fc.pre(reading.ok);
        const inputs = generate(inputsFor, reading.form);
        assert.ok(inputsMatchForm(reading.form, inputs));
        const { content, problems } = evaluate(reading.form, inputs, matchesPattern);
        fc.pre(problems.length === 0);
        assert.ok(isValid(schema, content), 'not by the schema of the server');
        assert.ok(isValid(formSchema(reading.form), formContent(reading.form, content)), 'not by the written schema');
      }),
      { numRuns: 200, maxSkipsPerRun: 100 },
    );
  });

  it('evaluates to the same content after it was filled in with the content', () => {
    fc.assert(
      fc.property(schemas, fc.gen(), (schema, generate) => {
        const reading = readRequestedSchema(schema);
        fc.pre(reading.ok);
        const { content } = evaluate(reading.form, generate(inputsFor, reading.form), matchesPattern);
        const again = evaluate(reading.form, inputsFromContent(reading.form, content), matchesPattern);
        const repeated = unordered(again.content).filter(([name]) => Object.hasOwn(content, String(name)));
        assert.deepEqual(repeated, unordered(content));
      }),
      { numRuns: 100 },
    );
  });
});

describe('the review of any form', () => {
  /** The original of a shown text, with its invisible characters. */
  const readBack = (words: string) =>
    words.replace(/\[U\+([0-9A-F]{4,6})\]/g, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)));
  const assertShown = (field: Field, value: unknown, texts: readonly string[]) => {
    assert.ok(texts.length > 0 && texts.every((one) => one.trim() !== ''));
    if (field.kind === 'text' && typeof value === 'string' && value !== '') {
      assert.equal(readBack(texts.join()), value);
    } else if (field.kind === 'number') {
      assert.deepEqual(texts, [String(value)]);
    } else if (field.kind === 'boolean') {
      assert.deepEqual(texts, [value ? 'Yes' : 'No']);
    } else if (Array.isArray(value)) {
      assert.equal(texts.length, Math.max(value.length, 1));
      assert.equal(new Set(texts).size, texts.length);
    }
  };

  it('shows every sent value as text and as JSON, and no omitted field', () => {
    fc.assert(
      fc.property(schemas, fc.gen(), (schema, generate) => {
        const reading = readRequestedSchema(schema);
        fc.pre(reading.ok);
        const { form } = reading;
        const { content } = evaluate(form, generate(inputsFor, form), matchesPattern);
        const values = sentValues(form, content);
        for (const [index, field] of form.fields.entries()) {
          const sent = values.find((one) => one.field === index)?.value;
          const { values: texts } = describeAnswer(field, sent);
          if (Object.hasOwn(content, field.name)) {
            assert.deepEqual(sent, content[field.name]);
            assertShown(field, sent, texts);
          } else {
            assert.deepEqual([sent, texts], [undefined, []]);
          }
        }
        const json = exactJson(form, values);
        assert.equal(JSON.stringify(JSON.parse(json)), JSON.stringify(content));
        assert.doesNotMatch(json, /(?![ \n])[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}]/u);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a schema of a hostile server', () => {
  const keywords = fc.constantFrom(
    ...['type', 'enum', 'oneOf', 'const', 'items', 'anyOf', 'default', 'title', 'enumNames', 'minimum', 'maximum'],
    ...['minLength', 'pattern', 'format', 'multipleOf', 'minItems', 'required', 'properties', '$ref', '$id', '$async'],
  );
  const wild = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'object', '(', '#'),
      fc.jsonValue({ maxDepth: 2 }),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(keywords, tie('any'), { maxKeys: 6 }),
    ),
  })).any;
  const anything = fc.oneof(
    fc.anything(),
    wild,
    fc.dictionary(names, wild).map((properties) => ({ type: 'object', properties })),
  );

  it('is read without a thrown error, if it is any value', () => {
    fc.assert(
      fc.property(anything, (schema) => {
        for (const reading of [readRequestedSchema(schema), readArgumentsSchema(schema)]) {
          if (reading.ok) {
            reading.form.fields.forEach(constraintText);
            evaluate(reading.form, initialInputs(reading.form), matchesPattern);
          } else {
            assert.ok(reading.keyword !== '' && reading.message !== '');
          }
        }
        engine.check('server', JSON.stringify(schema), {});
      }),
      { numRuns: 500 },
    );
  });

  it('validates any content without a thrown error, if it is any value', () => {
    fc.assert(
      fc.property(schemas, fc.dictionary(names, fc.jsonValue()), (schema, content) => {
        engine.check('server', JSON.stringify(schema), content);
      }),
      { numRuns: 100 },
    );
  });
});

const emailWithDot = fullFormats.email;
assert.ok(emailWithDot instanceof RegExp);

describe('any text', () => {
  const near: Record<TextFormat, fc.Arbitrary<string>> = {
    email: fc.oneof(fc.emailAddress(), fc.stringMatching(/^[a.@-]{1,12}$/)),
    uri: fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.ipV6().map((host) => `http://[${host}]/`),
      fc.stringMatching(/^a:[a:/?#@[\]%2 ü]{0,12}$/),
      fc.stringMatching(/^a:\/\/\[[0-9a:.]{1,20}\]$/),
    ),
    date: fc.stringMatching(/^[012]\d\d\d-[01]\d-[0-3]\d$/),
    'date-time': fc.stringMatching(
      /^2024-02-(28|29|30)[tT ][012]\d:[05]\d(:[056]\d)?(\.\d)?([zZ]|[+-][012]\d:?[035]\d)?$/,
    ),
  };
  for (const format of ['email', 'uri', 'date', 'date-time'] as const) {
    it(`is valid in ajv-formats if it is a valid ${format}`, () => {
      const schema = { type: 'object', properties: { it: { type: 'string', format } } };
      fc.assert(
        fc.property(fc.oneof(near[format], fc.string()), (value) => {
          fc.pre(formatProblem(format, value) === undefined);
          assert.ok(isValid(schema, { it: value }));
          // ajv-formats requires a dot in a host name.
          assert.ok(format !== 'email' || !/@.*\./.test(value) || emailWithDot.test(value));
        }),
        { numRuns: 500, maxSkipsPerRun: 1000 },
      );
    });
  }
});
