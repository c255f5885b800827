import { t } from '@vscode/l10n';
import type { ChoiceField, Field, MultiChoiceField } from './model.ts';
import type { FieldValue } from './sentValues.ts';
import { sentLines, sentText } from './sentValues.ts';
import { escapeInvisible, escapeInvisibleInBlock } from './text.ts';

/** What is sent for a field, in words, beside what the server suggested. */
export interface AnswerDescription {
  /** One for each option that is chosen, one for anything else; none where the field is left out. All in them can be seen. */
  readonly values: readonly string[];
  /** `noDefault`: the server suggested nothing. */
  readonly origin: 'noDefault' | 'default' | 'changed';
  /** The server's suggestion, in the same words. */
  readonly suggestedValues: readonly string[];
}

/**
 * A field's answer in words: options by their labels, Yes or No, numbers, dates and texts as they are sent.
 * `value`: what is sent, of the kind that the field sends; `undefined` where it is left out.
 */
export function describeAnswer(field: Field, value: FieldValue | undefined): AnswerDescription {
  const suggestion = defaultOf(field);
  const said = value === undefined ? [] : textsOf(field, value);
  if (suggestion === undefined) {
    return { values: said, origin: 'noDefault', suggestedValues: [] };
  }
  const isDefault = value !== undefined && isSame(value, suggestion);
  return { values: said, origin: isDefault ? 'default' : 'changed', suggestedValues: textsOf(field, suggestion) };
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

/** Where two options have the same label, their values tell them apart. */
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
    const named = value === '' ? t('An empty text') : escapeInvisible(String(value));
    return label === '' ? named : t('{0} ({1})', label, named);
  });
}

/** What the field sends where nobody touches it. */
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
  }
}

/** The order of what is chosen says nothing. */
function isSame(value: FieldValue, other: FieldValue): boolean {
  if (typeof value !== 'object' || typeof other !== 'object') {
    return value === other;
  }
  const values = new Set(value);
  return values.size === new Set(other).size && other.every((one) => values.has(one));
}
