import type { FormModel } from './model.ts';
import { escapeInvisibleInJson } from './text.ts';

export type FieldValue = string | number | boolean | readonly (string | number)[];

/** What is sent for one field. */
export interface SentValue {
  /** Index into `FormModel.fields`. */
  readonly field: number;
  readonly value: FieldValue;
}

/** In the place of a secret, however long it is. */
export const hiddenValueDots = '•'.repeat(8);

/** The content of an accept, value by value, in the order in which JSON has them. */
export function sentValues(form: FormModel, content: Readonly<Record<string, unknown>>): SentValue[] {
  const fields = new Map(form.fields.map(({ name }, field) => [name, field]));
  return Object.entries(content).flatMap(([name, value]) => {
    const field = fields.get(name);
    return field !== undefined && isFieldValue(value) ? [{ field, value }] : [];
  });
}

/** The same content as JSON, indented; what cannot be seen is escaped. Where `isHidden` says so, dots are in a value's place. */
export function exactJson(
  form: FormModel,
  values: readonly SentValue[],
  isHidden: (field: number) => boolean = () => false,
): string {
  const lines = values.map(({ field, value }) => {
    const json = JSON.stringify(isHidden(field) ? hiddenValueDots : value, null, 2).replaceAll('\n', '\n  ');
    return `  ${JSON.stringify(form.fields[field]?.name ?? '')}: ${json}`;
  });
  return lines.length === 0 ? '{}' : escapeInvisibleInJson(`{\n${lines.join(',\n')}\n}`);
}

/** Whether something can be a field's value. */
export function isFieldValue(value: unknown): value is FieldValue {
  return isScalar(value) || typeof value === 'boolean' || (Array.isArray(value) && value.every(isScalar));
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}
