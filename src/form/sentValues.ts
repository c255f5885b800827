import { completeDateTime } from './localTime.ts';
import type { FormModel, TextField, TextInput } from './model.ts';
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

/**
 * What is sent of what was typed into a text field, when nothing is wrong with it. A text goes out character by character;
 * what has a format goes out without the spaces around it, and a date and time in full.
 */
export function sentText({ format }: TextField, { text, offsets }: TextInput): string {
  if (format === undefined) {
    return text;
  }
  return format === 'date-time' ? completeDateTime(text.trim(), offsets) : text.trim();
}

/** What is sent of what was typed into a list: each line that is not blank. */
export function sentLines(field: TextField, { text, offsets }: TextInput): string[] {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  return lines.map((line) => sentText(field, { kind: 'text', text: line, touched: true, offsets }));
}
