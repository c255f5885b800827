import assert from 'node:assert/strict';
import { evaluate } from '#form/evaluate.ts';
import { inputsFromContent, inputsMatchForm } from '#form/formInputs.ts';
import type { FormModel } from '#form/model.ts';
import { readArgumentsSchema } from '#form/schema/readArguments.ts';

type Content = Readonly<Record<string, unknown>>;

/** The form of a tool with these properties. Fails if the schema cannot be a form. */
export function argumentsForm(properties: Content, required: readonly string[] = []): FormModel {
  const reading = readArgumentsSchema({ type: 'object', properties, required });
  assert.ok(reading.ok, reading.ok ? '' : reading.message);
  return reading.form;
}

/** The arguments that are sent after the user filled in `content`, and the problems. */
export function sentFor(form: FormModel, content: Content) {
  const inputs = inputsFromContent(form, content);
  assert.ok(inputsMatchForm(form, inputs), 'the inputs do not match the form');
  const evaluation = evaluate(form, inputs);
  return { content: evaluation.content, problems: evaluation.problems.map(({ message }) => message) };
}
