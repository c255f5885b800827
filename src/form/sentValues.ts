import { indentedJson } from './json.ts';
import { completeDateTime } from './localTime.ts';
import type { FormModel, TextField, TextInput } from './model.ts';
import { escapeInvisibleInJson } from './text.ts';

export type FieldValue = string | number | boolean | readonly (string | number)[];

/** The value that is sent for one field. */
export interface SentValue {
  /** Index into `FormModel.fields`. */
  readonly field: number;
  readonly value: FieldValue;
}

/** Shown in place of a secret of any length. */
export const hiddenValueDots = '•'.repeat(8);

/** The values of an accepted form's content, in the order of its JSON. */
export function sentValues(form: FormModel, content: Readonly<Record<string, unknown>>): SentValue[] {
  const fields = new Map(form.fields.map(({ name }, field) => [name, field]));
  return Object.entries(content).flatMap(([name, value]) => {
    const field = fields.get(name);
    return field !== undefined && isFieldValue(value) ? [{ field, value }] : [];
  });
}

/** The content as indented JSON in which every character is visible, with dots in place of hidden values. */
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

/** The arguments of a call as indented JSON in which every character is visible, with dots in place of hidden values. */
export function exactArguments(args: Readonly<Record<string, unknown>>, hidden: ReadonlySet<string>): string {
  const shown = Object.entries(args).map(([name, value]) => [name, hidden.has(name) ? hiddenValueDots : value]);
  // `Object.fromEntries` also creates an own property for an argument named `__proto__`; an assignment would not.
  return escapeInvisibleInJson(indentedJson(Object.fromEntries(shown)) ?? '');
}

/** True if a value has a type that a field can send. */
export function isFieldValue(value: unknown): value is FieldValue {
  return isScalar(value) || typeof value === 'boolean' || (Array.isArray(value) && value.every(isScalar));
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

/**
 * The text that is sent for the input of a text field: the text as typed. If the field has a format, the surrounding spaces are
 * removed and a date and time is completed.
 */
export function sentText({ format }: TextField, { text, offsets }: TextInput): string {
  if (format === undefined) {
    return text;
  }
  return format === 'date-time' ? completeDateTime(text.trim(), offsets) : text.trim();
}

/** The texts that are sent for the input of a list: each line that is not blank. */
export function sentLines(field: TextField, input: TextInput): string[] {
  return numberedLines(field, input).map(({ text }) => text);
}

/** The texts that are sent for the input of a list, each with the number of its line in the input, from 1. Blank lines are counted. */
export function numberedLines(
  field: TextField,
  { text, offsets }: TextInput,
): readonly { readonly number: number; readonly text: string }[] {
  return text.split(/\r\n?|\n/).flatMap((line, index) => {
    const sent = () => sentText(field, { kind: 'text', text: line, touched: true, offsets });
    return line.trim() === '' ? [] : [{ number: index + 1, text: sent() }];
  });
}
