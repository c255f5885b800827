import assert from 'node:assert/strict';
import { runPattern as matches } from '#core/guard/runPattern.ts';
import { formContent, formSchema } from '#core/validation/formSchema.ts';
import { ValidationEngine } from '#core/validation/validationEngine.ts';
import { evaluate } from '#form/evaluate.ts';
import { initialInput, inputsMatchForm } from '#form/formInputs.ts';
import type { Field, FieldInput, FormModel } from '#form/model.ts';
import { readRequestedSchema } from '#form/schema/readSchema.ts';

/**
 * The user's input in the only field of a case: a typed text, yes or no, the labels of chosen options, no action (`untouched`), or an
 * emptied field (`cleared`).
 */
type Typed = string | boolean | readonly string[] | typeof untouched | typeof cleared;
export const untouched = Symbol('untouched');
export const cleared = Symbol('cleared');

/** The expected result: a sent value, an omitted field, or a problem with this message. */
type Expectation = { readonly sent: unknown } | typeof omitted | { readonly message: string | RegExp };
export const sends = (sent: unknown): Expectation => ({ sent });
export const says = (message: string | RegExp): Expectation => ({ message });
export const omitted = Symbol('omitted');

/** One case: its title, the field's schema, the input, and the expected result. */
export type FieldCase = readonly [title: string, schema: PropertySchema, typed: Typed, expected: Expectation];

interface PropertySchema {
  readonly [keyword: string]: unknown;
}

const requiredSchemas = new WeakSet<PropertySchema>();

/** A copy of the schema; `describeCases` makes its field required. */
export function requiredSchema(schema: PropertySchema): PropertySchema {
  const copy = { ...schema };
  requiredSchemas.add(copy);
  return copy;
}

const patternOwner = {};
export const matchesPattern = (pattern: string, text: string) => matches(pattern, text, patternOwner);

/** Declares a test for each case. Content without problems is also validated by ajv. */
export function describeCases(name: string, cases: readonly FieldCase[]): void {
  const engine = new ValidationEngine();
  describe(name, () => {
    for (const [title, property, typed, expected] of cases) {
      it(title, () => {
        const schema = {
          type: 'object',
          properties: { it: property },
          ...(requiredSchemas.has(property) ? { required: ['it'] } : {}),
        };
        const form = formOfSchema(schema);
        const inputs = form.fields.map((field) => inputOf(field, typed));
        assert.ok(inputsMatchForm(form, inputs));
        const { content, problems } = evaluate(form, inputs, matchesPattern);
        if (expected === omitted) {
          assert.deepEqual({ content, problems }, { content: {}, problems: [] });
        } else if ('sent' in expected) {
          assert.deepEqual({ content, problems }, { content: { it: expected.sent }, problems: [] });
        } else {
          assert.deepEqual(content, {});
          assert.equal(problems.length, 1);
          const message = problems[0]?.message ?? '';
          if (typeof expected.message === 'string') {
            assert.equal(message, expected.message);
          } else {
            assert.match(message, expected.message);
          }
          return;
        }
        assert.deepEqual(engine.check('server', JSON.stringify(schema), content, 'asserted'), { kind: 'valid' });
        assert.deepEqual(
          engine.check('server', JSON.stringify(formSchema(form)), formContent(form, content), 'asserted'),
          {
            kind: 'valid',
          },
        );
      });
    }
  });
}

/** The form of a requested schema. Fails if the schema cannot be a form. */
export function formOfSchema(schema: unknown): FormModel {
  const reading = readRequestedSchema(schema);
  assert.ok(reading.ok, reading.ok ? '' : reading.message);
  return reading.form;
}

/** The field's input after the user's action. */
function inputOf(field: Field, typed: Typed): FieldInput {
  if (typed === untouched) {
    return initialInput(field);
  }
  switch (field.kind) {
    case 'text':
    case 'number':
      return { kind: 'text', text: typed === cleared ? '' : String(typed), touched: true };
    case 'boolean':
      return { kind: 'boolean', value: typeof typed === 'boolean' ? typed : null };
    case 'choice':
      return { kind: 'choice', selected: typed === cleared ? null : indexOf(field.options, String(typed)) };
    case 'multiChoice': {
      const labels = Array.isArray(typed) ? typed : [];
      const selected = labels.map((label) => indexOf(field.options, label)).sort((a, b) => a - b);
      return { kind: 'multiChoice', selected, touched: true };
    }
    case 'list':
    case 'record':
    case 'json':
      throw new Error('No elicitation has lists or records.');
  }
}

function indexOf(options: readonly { readonly label: string }[], label: string): number {
  const index = options.findIndex((option) => option.label === label);
  assert.ok(index >= 0, `no option is labelled ${label}`);
  return index;
}
