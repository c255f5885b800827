import { maxLines } from './formLimits.ts';
import { isRecord } from './json.ts';
import type {
  ChoiceField,
  Field,
  FieldInput,
  ListField,
  ListInput,
  RecordField,
  RecordInput,
  RowField,
  RowInput,
  RowValue,
} from './model.ts';

/** The input of an untouched list or record: its default, or no rows. */
export function initialRows(field: ListField | RecordField): FieldInput {
  return field.kind === 'list'
    ? { kind: 'list', rows: rowInputs(field.row, field.default ?? []) ?? [], touched: false }
    : { kind: 'record', rows: recordRows(field.row, field.default ?? []) ?? [], touched: false };
}

/** The input of a list or a record that the user filled in with this value; `undefined` if it cannot have this value. */
export function rowsFromValue(field: ListField | RecordField, value: unknown): FieldInput | undefined {
  if (field.kind === 'list') {
    const rows = Array.isArray(value) && value.length <= maxLines ? rowInputs(field.row, value) : undefined;
    return rows && (rows.length > 0 || field.required ? { kind: 'list', rows, touched: true } : emptyInput('list'));
  }
  const entries = isRecord(value) ? Object.entries(value) : undefined;
  const rows = entries && entries.length <= maxLines ? recordRows(field.row, entries) : undefined;
  return rows && (rows.length > 0 || field.required ? { kind: 'record', rows, touched: true } : emptyInput('object'));
}

/** The input of a row with this value; `undefined` if the row cannot have it. */
export function rowFromValue(field: RowField, value: unknown): RowInput | undefined {
  const empty = emptyInputFor(field, value);
  if (empty) {
    return empty;
  }
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' && value !== '' ? { kind: 'text', text: value, touched: true } : undefined;
    case 'number':
      return typeof value === 'number' ? { kind: 'text', text: String(value), touched: true } : undefined;
    case 'choice': {
      const selected = field.options.findIndex((option) => option.value === value);
      return selected < 0 ? undefined : { kind: 'choice', selected };
    }
  }
}

/** The input of a row into which nothing was entered. */
export function blankRow(field: RowField): RowInput {
  return field.kind === 'choice' ? { kind: 'choice', selected: null } : { kind: 'text', text: '', touched: false };
}

/** The input that sends `null` or the empty text, if the value is one of them and the field may send it. */
export function emptyInputFor(field: Field, value: unknown): (FieldInput & { kind: 'empty' }) | undefined {
  if (value === null && field.nullable) {
    return emptyInput('null');
  }
  return value === '' && field.kind === 'text' && field.mayBeEmpty ? emptyInput('text') : undefined;
}

/** The text that the user typed into a row; none for an option that was chosen. */
export function textsOfRow(row: RowInput): readonly string[] {
  const text = row.kind === 'empty' ? undefined : row.text;
  return text === undefined ? [] : [text];
}

/** All texts that the user typed into the rows, with the names of a record. The limit on the length of a field holds for them together. */
export function textsOfRows(input: ListInput | RecordInput): readonly string[] {
  return input.kind === 'list'
    ? input.rows.flatMap(textsOfRow)
    : input.rows.flatMap(({ key, value }) => [key, ...textsOfRow(value)]);
}

/** True if the input has rows that fit the field. */
export function rowsMatchField(field: ListField | RecordField, input: FieldInput | undefined): boolean {
  if (field.kind === 'list') {
    return input?.kind === 'list' && input.rows.every((row) => rowMatchesField(field.row, row));
  }
  return input?.kind === 'record' && input.rows.every(({ value }) => rowMatchesField(field.row, value));
}

/** True if the field may send what the input stands for. */
export function emptyMatchesField(field: Field, { as }: FieldInput & { kind: 'empty' }): boolean {
  switch (as) {
    case 'null':
      return field.nullable === true;
    case 'text':
      return field.kind === 'text' && field.mayBeEmpty === true;
    case 'list':
      return field.kind === 'list';
    case 'object':
      return field.kind === 'record';
  }
}

/** True for an option of the field, for none, and for a text that names none. */
export function choiceMatchesField(field: ChoiceField, input: FieldInput | undefined): boolean {
  return (
    input?.kind === 'choice' &&
    (input.selected === null || (input.text === undefined && field.options[input.selected] !== undefined))
  );
}

function rowMatchesField(field: RowField, row: RowInput): boolean {
  if (row.kind === 'empty') {
    return emptyMatchesField(field, row);
  }
  return field.kind === 'choice' ? choiceMatchesField(field, row) : row.kind === 'text';
}

/** The inputs of all rows; `undefined` if one of the values does not fit. */
function rowInputs(field: RowField, values: readonly unknown[]): RowInput[] | undefined {
  const rows = values.map((value) => rowFromValue(field, value));
  return rows.every((row) => row !== undefined) ? rows : undefined;
}

function recordRows(field: RowField, entries: readonly (readonly [string, RowValue | unknown])[]) {
  const rows = entries.map(([key, value]) => {
    const row =
      value === '' && field.kind === 'text' && field.mayBeEmpty ? blankRow(field) : rowFromValue(field, value);
    return row && key !== '' ? { key, value: row } : undefined;
  });
  return rows.every((row) => row !== undefined) ? rows : undefined;
}

function emptyInput<A extends 'text' | 'null' | 'list' | 'object'>(as: A) {
  return { kind: 'empty', as } as const;
}
