import { isRecord, tryParseJson } from '#form/json.ts';
import type { FieldInput, RecordRow, RowInput } from '#form/model.ts';

/** The input of a form that the user has not sent. */
export interface Draft {
  /** The time of the last change, in milliseconds since the epoch. */
  readonly at: number;
  readonly content: DraftContent;
  /** The names of the fields, or of the JSON properties, whose values are secrets. */
  readonly secrets: readonly string[];
}

export type DraftContent =
  /** The fields whose input differs from the initial one, by name, because the order of a schema's properties may change. */
  | { readonly kind: 'form'; readonly values: readonly DraftValue[] }
  /** `open`: the text without its secrets; `undefined` if the secrets cannot be located. */
  | { readonly kind: 'json'; readonly text: string; readonly open: string | undefined };

/** The property's name, and the input of its field. */
export type DraftValue = readonly [name: string, input: FieldInput];

/** The draft without the values of its secrets; `undefined` if nothing is left. */
export function withoutSecretValues(draft: Draft): Draft | undefined {
  const { content, secrets } = draft;
  if (content.kind === 'json') {
    const { open } = content;
    return open === undefined ? undefined : { ...draft, content: { kind: 'json', text: open, open } };
  }
  const values = content.values.filter(([name]) => !secrets.includes(name));
  return values.length > 0 ? { ...draft, content: { kind: 'form', values } } : undefined;
}

/** True if the draft contains values of secrets, or may contain them. */
export function hasSecretValues({ content, secrets }: Draft): boolean {
  return content.kind === 'json'
    ? content.text !== content.open
    : content.values.some(([name]) => secrets.includes(name));
}

/** The text of a draft's file, without the values of secrets; `undefined` if nothing may be written. */
export function serializeDraft(draft: Draft): string | undefined {
  const remaining = withoutSecretValues(draft);
  if (!remaining) {
    return undefined;
  }
  const { at, secrets, content } = remaining;
  const contentForFile = content.kind === 'json' ? { kind: content.kind, text: content.text } : content;
  return `${JSON.stringify({ format: 1, at, secrets, content: contentForFile })}\n`;
}

/** Reads the text of a file; `undefined` if it is not a draft. Does not check whether the draft fits a form. */
export function readDraft(text: string): Draft | undefined {
  const value = tryParseJson(text);
  if (!isRecord(value) || value['format'] !== 1) {
    return undefined;
  }
  const { at, content, secrets } = value;
  if (!isTime(at) || !isRecord(content) || !isListOf(secrets, isText)) {
    return undefined;
  }
  if (content['kind'] === 'json') {
    const { text: json } = content;
    return isText(json) ? { at, secrets, content: { kind: 'json', text: json, open: json } } : undefined;
  }
  const { kind, values } = content;
  return kind === 'form' && isListOf(values, isValue) ? { at, secrets, content: { kind, values } } : undefined;
}

function isValue(value: unknown): value is DraftValue {
  return Array.isArray(value) && value.length === 2 && isText(value[0]) && isInput(value[1]);
}

function isInput(input: unknown): input is FieldInput {
  if (!isRecord(input)) {
    return false;
  }
  const { kind, text, touched, offsets, value, selected, as, rows } = input;
  switch (kind) {
    case 'text':
      return (
        isText(text) &&
        isFlag(touched) &&
        (offsets === undefined || (isListOf(offsets, isOffset) && offsets.length <= 2))
      );
    case 'boolean':
      return value === null || isFlag(value);
    case 'choice':
      return (selected === null || isIndex(selected)) && (text === undefined || isText(text));
    case 'multiChoice':
      return isListOf(selected, isIndex) && isFlag(touched);
    case 'json':
      return isText(text) && isFlag(touched);
    case 'empty':
      return ['text', 'null', 'list', 'object'].includes(String(as));
    case 'list':
      return isListOf(rows, isRow) && isFlag(touched);
    case 'record':
      return isListOf(rows, isRecordRow) && isFlag(touched);
    default:
      return false;
  }
}

function isRow(row: unknown): row is RowInput {
  return isRecord(row) && ['text', 'choice', 'empty'].includes(String(row['kind'])) && isInput(row);
}

function isRecordRow(row: unknown): row is RecordRow {
  return isRecord(row) && isText(row['key']) && isRow(row['value']);
}

function isListOf<T>(value: unknown, is: (item: unknown) => item is T): value is readonly T[] {
  return Array.isArray(value) && value.every(is);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isIndex = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isTime = isIndex;
/** True for an offset from UTC, in minutes. */
const isOffset = (value: unknown): value is number => Number.isInteger(value) && Math.abs(Number(value)) < 1440;
