import assert from 'node:assert/strict';
import { runPattern as matches } from '#core/guard/runPattern.ts';
import { Engine } from '#core/validation/engine.ts';
import { formContent, formSchema } from '#core/validation/formSchema.ts';
import { evaluate } from '#form/evaluate.ts';
import { initialInput, inputsMatchForm } from '#form/formInputs.ts';
import type { Field, FieldInput, FormModel } from '#form/model.ts';
import { readRequestedSchema } from '#form/schema/readSchema.ts';

/**
 * What the user does with the one field of a case: types a text, chooses yes or no, chooses options by their labels,
 * leaves the field alone (`untouched`), or empties it (`cleared`).
 */
type Typed = string | boolean | readonly string[] | typeof untouched | typeof cleared;
export const untouched = Symbol('untouched');
export const cleared = Symbol('cleared');

/** The outcome: a value is sent, the field is left out, or there is a message. */
type Outcome = { readonly sent: unknown } | typeof omitted | { readonly message: string | RegExp };
export const sends = (sent: unknown): Outcome => ({ sent });
export const says = (message: string | RegExp): Outcome => ({ message });
export const omitted = Symbol('omitted');

/** One case: its title, the field's schema, what is typed, the outcome. */
export type FieldCase = readonly [idea: string, schema: PropertySchema, typed: Typed, outcome: Outcome];

interface PropertySchema {
  readonly [keyword: string]: unknown;
}

const requiredSchemas = new WeakSet<PropertySchema>();

/** The same field, required. */
export function requiredSchema(schema: PropertySchema): PropertySchema {
  const copy = { ...schema };
  requiredSchemas.add(copy);
  return copy;
}

const owner = {};
export const matchesPattern = (pattern: string, text: string) => matches(pattern, text, owner);

/** Runs each case as a test of its own. Whatever is sent or left out is checked by ajv as well. */
export function describeCases(name: string, cases: readonly FieldCase[]): void {
  const engine = new Engine();
  describe(name, () => {
    for (const [idea, property, typed, outcome] of cases) {
      it(idea, () => {
        const schema = {
          type: 'object',
          properties: { it: property },
          ...(requiredSchemas.has(property) ? { required: ['it'] } : {}),
        };
        const form = formOfSchema(schema);
        const inputs = form.fields.map((field) => inputOf(field, typed));
        assert.ok(inputsMatchForm(form, inputs));
        const { content, problems } = evaluate(form, inputs, matchesPattern);
        if (outcome === omitted) {
          assert.deepEqual({ content, problems }, { content: {}, problems: [] });
        } else if ('sent' in outcome) {
          assert.deepEqual({ content, problems }, { content: { it: outcome.sent }, problems: [] });
        } else {
          assert.deepEqual(content, {});
          assert.equal(problems.length, 1);
          const message = problems[0]?.message ?? '';
          if (typeof outcome.message === 'string') {
            assert.equal(message, outcome.message);
          } else {
            assert.match(message, outcome.message);
          }
          return;
        }
        assert.deepEqual(engine.check('server', schema, content, 'asserted'), { kind: 'valid' });
        assert.deepEqual(engine.check('server', formSchema(form), formContent(form, content), 'asserted'), {
          kind: 'valid',
        });
      });
    }
  });
}

/** The form of a schema that is known to be one. */
export function formOfSchema(schema: unknown): FormModel {
  const reading = readRequestedSchema(schema);
  assert.ok(reading.ok, reading.ok ? '' : reading.message);
  return reading.form;
}

/** The input of a field after that. */
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
  }
}

function indexOf(options: readonly { readonly label: string }[], label: string): number {
  const index = options.findIndex((option) => option.label === label);
  assert.ok(index >= 0, `no option is labelled ${label}`);
  return index;
}
