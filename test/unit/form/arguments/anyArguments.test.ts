import assert from 'node:assert/strict';
import fc from 'fast-check';
import { evaluate } from '#form/evaluate.ts';
import { inputsMatchForm } from '#form/formInputs.ts';
import { fillArguments } from '#form/inputs/fillArguments.ts';
import { readArgumentsSchema } from '#form/schema/readArguments.ts';
import { restBox } from '#form/schema/readBox.ts';
import { initialInputs } from '#test/host/initialInputs.ts';

const names = fc.constantFrom('path', 'edits', 'limit', '__proto__', 'constructor', '', 'a/b~c');
const texts = fc.constantFrom('', 'a', 'b', ' a ', '1', 'null', 'two\nlines');
const numbers = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constantFrom(0.5, 1e21, -0));
const scalar = fc.oneof(texts, numbers, fc.boolean(), fc.constant(null));

const scalarSchema = fc.oneof(
  fc
    .record({ minLength: fc.nat(2), default: texts }, { requiredKeys: [] })
    .map((rules) => ({ type: 'string', ...rules })),
  fc
    .record({ minimum: numbers, default: numbers }, { requiredKeys: [] })
    .map((rules) => ({ type: 'number', ...rules })),
  fc.constantFrom({ type: 'integer' }, { type: 'boolean' }, { type: 'boolean', default: false }, { type: 'null' }),
  fc.constantFrom({ type: 'string', enum: ['a', 'b', ''] }, { enum: ['a', 1, null] }, { const: 'a' }),
);

const { property } = fc.letrec<{ property: unknown }>((tie) => ({
  property: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalarSchema,
    fc.constantFrom({}, true, { $ref: '#/$defs/name' }, { $ref: '#/$defs/self' }, { $ref: '#/nowhere' }),
    tie('property').map((items) => ({ type: 'array', items })),
    tie('property').map((additionalProperties) => ({ type: 'object', additionalProperties })),
    tie('property').map((one) => ({ anyOf: [one, { type: 'null' }] })),
    fc.tuple(tie('property'), tie('property')).map((oneOf) => ({ oneOf })),
    scalarSchema.map((one) => ({ ...one, type: ['type' in one ? one.type : 'string', 'null'] })),
    fc
      .tuple(fc.dictionary(names, tie('property'), { maxKeys: 3 }), fc.subarray(['path', 'edits']))
      .map(([properties, required]) => ({ type: 'object', properties, required })),
  ),
}));

const schemas = fc
  .tuple(fc.dictionary(names, property, { maxKeys: 4 }), fc.constantFrom(undefined, false, {}, { type: 'string' }))
  .map(([properties, additionalProperties]) => ({
    type: 'object',
    properties,
    ...(additionalProperties !== undefined && { additionalProperties }),
    $defs: { name: { type: 'string' }, self: { type: 'object', properties: { child: { $ref: '#/$defs/self' } } } },
  }));

const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(names, scalar, { maxKeys: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
);
const someArguments = fc.dictionary(names, value, { maxKeys: 4 });

describe('the form of any arguments', () => {
  it('sends back exactly what it was filled in with, or shows it with a problem', () => {
    fc.assert(
      fc.property(schemas, someArguments, (schema, args) => {
        const reading = readArgumentsSchema(schema);
        fc.pre(reading.ok);
        const { form, inputs } = fillArguments(reading.form, args, restBox(false));
        assert.ok(inputsMatchForm(form, inputs));
        const { content, problems } = evaluate(form, inputs);
        const faulty = new Set(problems.map(({ field }) => form.fields[field]));
        const rest = form.fields.find((field) => field.kind === 'json' && field.rest);
        for (const [name, given] of Object.entries(args)) {
          const shownIn = form.fields.find((field) => field !== rest && field.name === name) ?? rest;
          assert.ok(shownIn, `${name} has no field`);
          if (!faulty.has(shownIn)) {
            assert.ok(Object.hasOwn(content, name), `${name} is lost`);
            assert.equal(JSON.stringify(content[name]), JSON.stringify(given));
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is filled in with its content again', () => {
    fc.assert(
      fc.property(schemas, someArguments, (schema, args) => {
        const reading = readArgumentsSchema(schema);
        fc.pre(reading.ok);
        const filled = fillArguments(reading.form, args, restBox(false));
        const { content, problems } = evaluate(filled.form, filled.inputs);
        fc.pre(problems.length === 0);
        const again = fillArguments(reading.form, content, restBox(false));
        assert.deepEqual(evaluate(again.form, again.inputs).content, content);
      }),
      { numRuns: 300 },
    );
  });

  it('sends nothing that the user did not enter, beside defaults', () => {
    fc.assert(
      fc.property(schemas, (schema) => {
        const reading = readArgumentsSchema(schema);
        fc.pre(reading.ok);
        const { content } = evaluate(reading.form, initialInputs(reading.form));
        for (const name of Object.keys(content)) {
          const field = reading.form.fields.find((one) => one.name === name);
          assert.notEqual(field?.default, undefined, name);
        }
      }),
      { numRuns: 300 },
    );
  });
});
