import assert from 'node:assert/strict';
import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import type { SensitiveKind } from '#core/guard/sensitive/sensitiveKinds.ts';
import type { FormModel } from '#form/model.ts';
import { readRequestedSchema } from '#form/schema/readSchema.ts';

export type TestFieldSchema = Readonly<Record<string, unknown>>;

/** A form with these properties. A string stands for a text field with this title. */
export function formWith(properties: Readonly<Record<string, TestFieldSchema | string>>): FormModel {
  const schemas = Object.entries(properties).map(([name, schema]) => [
    name,
    typeof schema === 'string' ? { type: 'string', title: schema } : { type: 'string', ...schema },
  ]);
  const reading = readRequestedSchema({ type: 'object', properties: Object.fromEntries(schemas) });
  assert.ok(reading.ok, reading.ok ? '' : reading.message);
  return reading.form;
}

export function kindsIn(
  properties: Readonly<Record<string, TestFieldSchema | string>>,
  message = '',
): (SensitiveKind | undefined)[] {
  const form = formWith(properties);
  const sensitive = sensitiveFields(form, message);
  return form.fields.map((_, index) => sensitive.find(({ field }) => field === index)?.kind);
}

/** The kind of secret that a single field asks for. */
export function kindOf(name: string, schema: TestFieldSchema | string = {}, message = ''): SensitiveKind | undefined {
  return kindsIn({ [name]: schema }, message)[0];
}
