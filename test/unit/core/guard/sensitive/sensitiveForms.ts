import assert from 'node:assert/strict';
import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import type { SensitiveKind } from '#core/guard/sensitive/sensitiveKinds.ts';
import type { FormModel } from '#form/model.ts';
import { readRequestedSchema } from '#form/schema/readSchema.ts';

export type FieldSchema = Readonly<Record<string, unknown>>;

/** A form with these properties; a text alone is a title. */
export function formWith(properties: Readonly<Record<string, FieldSchema | string>>): FormModel {
  const schemas = Object.entries(properties).map(([name, schema]) => [
    name,
    typeof schema === 'string' ? { type: 'string', title: schema } : { type: 'string', ...schema },
  ]);
  const reading = readRequestedSchema({ type: 'object', properties: Object.fromEntries(schemas) });
  assert.ok(reading.ok, reading.ok ? '' : reading.message);
  return reading.form;
}

export function kindsIn(
  properties: Readonly<Record<string, FieldSchema | string>>,
  message = '',
): (SensitiveKind | undefined)[] {
  const form = formWith(properties);
  const found = sensitiveFields(form, message);
  return form.fields.map((_, index) => found.find(({ field }) => field === index)?.kind);
}

/** What a single field is taken for: by its name, else by what else is given. */
export function kindOf(name: string, schema: FieldSchema | string = {}, message = ''): SensitiveKind | undefined {
  return kindsIn({ [name]: schema }, message)[0];
}
