import { t } from '@vscode/l10n';
import type { ChoiceField, Field, MultiChoiceField } from './model.ts';
import type { FieldValue } from './sentValues.ts';
import { sentLines, sentText } from './sentValues.ts';
import { escapeInvisible, escapeInvisibleInBlock } from './text.ts';

export type DateFormat = 'date' | 'date-time';

/** The value that is sent for a field, as texts, compared with the server's default. */
export interface AnswerDescription {
  /** One text for each chosen option or line, one text for another value, none if the field is left out. All characters are visible. */
  readonly values: readonly string[];
  /** `noDefault`: the schema has no default. `default`: the value is the default. `changed`: the value differs from the default. */
  readonly origin: 'noDefault' | 'default' | 'changed';
  /** The texts of the default, like `values`. */
  readonly suggestedValues: readonly string[];
  /** The format of `values` and `suggestedValues` if the field is one date or moment, which a page can write in words. */
  readonly date?: DateFormat | undefined;
}

/**
 * Describes the value of a field: options by their labels, Yes or No, numbers, dates and texts as they are sent.
 * `value` has the type that the field sends; `undefined` if the field is left out.
 */
export function describeAnswer(field: Field, value: FieldValue | undefined): AnswerDescription {
  const suggestion = defaultOf(field);
  const values = value === undefined ? [] : textsOf(field, value);
  const date = typeof value === 'string' ? dateFormatOf(field) : undefined;
  if (suggestion === undefined) {
    return { values, origin: 'noDefault', suggestedValues: [], date };
  }
  const isDefault = value !== undefined && isSame(value, suggestion);
  return { values, origin: isDefault ? 'default' : 'changed', suggestedValues: textsOf(field, suggestion), date };
}

function dateFormatOf(field: Field): DateFormat | undefined {
  const { format } = field.kind === 'text' && !field.list ? field : {};
  return format === 'date' || format === 'date-time' ? format : undefined;
}

function textsOf(field: Field, value: FieldValue): string[] {
  if (typeof value === 'boolean') {
    return [value ? t('Yes') : t('No')];
  }
  if (field.kind === 'choice' || field.kind === 'multiChoice') {
    const chosen = typeof value === 'object' ? value : [value];
    return chosen.length === 0 ? [t('Nothing chosen')] : optionLabels(field, chosen);
  }
  if (typeof value === 'object') {
    return value.length === 0 ? [t('Nothing entered')] : value.map((line) => escapeInvisibleInBlock(String(line)));
  }
  return [value === '' ? t('An empty text') : escapeInvisibleInBlock(String(value))];
}

/** The labels of the options with these values. If two options have the same label, their values are added. */
function optionLabels({ options }: ChoiceField | MultiChoiceField, values: readonly (string | number)[]): string[] {
  const labels = new Map(options.map(({ value, label }) => [value, label]));
  const counts = new Map<string, number>();
  for (const { label } of options) {
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return values.map((value) => {
    const label = labels.get(value) ?? '';
    if (label !== '' && counts.get(label) === 1) {
      return label;
    }
    const valueText = value === '' ? t('An empty text') : escapeInvisible(String(value));
    return label === '' ? valueText : t('{0} ({1})', label, valueText);
  });
}

/** The value that is sent for an untouched field. */
function defaultOf(field: Field): FieldValue | undefined {
  if (field.default === undefined) {
    return undefined;
  }
  switch (field.kind) {
    case 'text': {
      const input = { kind: 'text', text: field.default, touched: false } as const;
      return field.list ? sentLines(field, input) : sentText(field, input);
    }
    case 'number':
    case 'boolean':
      return field.default;
    case 'choice':
      return field.options[field.default]?.value;
    case 'multiChoice':
      return field.default.flatMap((index) => field.options[index]?.value ?? []);
    case 'list':
    case 'record':
    case 'json':
      // Only the arguments of a call have these kinds, and arguments are not described.
      return undefined;
  }
}

/** Compares without regard to the order of chosen options. */
function isSame(value: FieldValue, other: FieldValue): boolean {
  if (typeof value !== 'object' || typeof other !== 'object') {
    return value === other;
  }
  const values = new Set(value);
  return values.size === new Set(other).size && other.every((element) => values.has(element));
}
