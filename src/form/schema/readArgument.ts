import { validDefault } from '#form/defaults.ts';
import { maxLines } from '#form/formLimits.ts';
import { isRecord } from '#form/json.ts';
import type { Field, FieldBase, ListField, RecordField, RowField, RowValue, TextField } from '#form/model.ts';
import { rowFromValue } from '#form/rowInputs.ts';
import type { KeywordReader } from './keywordReader.ts';
import { optionKeywords, readBase, readField } from './readField.ts';
import { readItemCounts } from './readOptions.ts';
import { type PropertyContext, type UnwrappedProperty, unwrapValues } from './unwrapProperty.ts';

/** The types of values that stand in rows. */
const rowTypes: readonly unknown[] = ['string', 'number', 'integer'];

/**
 * Reads one unwrapped property of the arguments of a tool: a field as in an elicitation, or a list or a record in rows. Throws
 * `SchemaRefusal` if no field can represent it.
 */
export function readArgument(property: UnwrappedProperty, required: boolean, context: PropertyContext): Field {
  const { keywords } = property;
  const field =
    (keywords.get('type') === 'array' ? readList(property, required) : undefined) ??
    (keywords.get('type') === 'object' ? readRecord(unwrapValues(property, context), required) : undefined) ??
    asArgument(readField(property, required));
  return property.nullable ? { ...field, nullable: true } : field;
}

/** Reads an array of texts or numbers. `undefined` for others, and for texts with options, of which several are chosen. */
function readList({ keywords, items, nullableItems }: UnwrappedProperty, required: boolean): ListField | undefined {
  const isChoice = items && optionKeywords.some((keyword) => items.has(keyword));
  const isPlain = !optionKeywords.some((keyword) => keywords.has(keyword));
  if (!items || !isPlain || !rowTypes.includes(items.get('type')) || (isChoice && items.get('type') === 'string')) {
    return undefined;
  }
  const base = readBase(keywords, required);
  const row = readRow(items, nullableItems, base);
  const unique = keywords.get('uniqueItems') === true;
  const rules = { ...readItemCounts(keywords), ...(unique ? { unique } : {}) };
  const values = keywords.array('default');
  const isUsable = values && values.length > 0 && values.length <= maxLines && values.every((one) => fitsRow(row, one));
  return { kind: 'list', ...base, row, rules, ...(isUsable ? { default: values as readonly RowValue[] } : {}) };
}

/** Reads an object without named properties whose values are texts, numbers or choices. `undefined` for others. */
function readRecord({ keywords, items, nullableItems }: UnwrappedProperty, required: boolean): RecordField | undefined {
  const named = keywords.get('properties');
  const hasNamed = isRecord(named) && Object.keys(named).length > 0;
  const isPlain = !['patternProperties', ...optionKeywords].some((keyword) => keywords.has(keyword));
  if (!items || hasNamed || !isPlain || !rowTypes.includes(items.get('type'))) {
    return undefined;
  }
  const base = readBase(keywords, required);
  const row = readRow(items, nullableItems, base);
  const minItems = keywords.nonNegativeInteger('minProperties');
  const maxItems = keywords.nonNegativeInteger('maxProperties');
  const rules = { ...(minItems === undefined ? {} : { minItems }), ...(maxItems === undefined ? {} : { maxItems }) };
  const value = keywords.get('default');
  const entries = isRecord(value) ? Object.entries(value) : [];
  const isUsable =
    entries.length > 0 && entries.length <= maxLines && entries.every(([key, one]) => key !== '' && fitsRow(row, one));
  const usable = entries as readonly (readonly [string, RowValue])[];
  return { kind: 'record', ...base, row, rules, ...(isUsable ? { default: usable } : {}) };
}

function readRow(items: KeywordReader, nullable: boolean, { name, label }: FieldBase): RowField {
  const read = asArgument(readField({ keywords: items, items: undefined, nullable, nullableItems: false }, true));
  const { default: _, description, ...row } = read as RowField;
  return { ...row, name, label, ...(nullable ? { nullable: true } : {}) } as RowField;
}

function fitsRow(row: RowField, value: unknown): boolean {
  const isValid = row.kind === 'choice' || validDefault(row as TextField, value) !== undefined;
  return rowFromValue(row, value) !== undefined && (isValid || value === null);
}

/** Formats are annotations in arguments, and a text without rules can be empty. */
function asArgument(field: Field): Field {
  if (field.kind !== 'text') {
    return field;
  }
  const { format, minLength = 0, pattern, maxLength = 1 } = field;
  const mayBeEmpty = format === undefined && pattern === undefined && minLength === 0 && maxLength > 0;
  return {
    ...field,
    ...(format === undefined ? {} : { formatIsAnnotation: true }),
    ...(mayBeEmpty ? { mayBeEmpty: true } : {}),
  };
}
