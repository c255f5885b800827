import { t } from '@vscode/l10n';
import { formatNumber } from './language.ts';
import type { Field } from './model.ts';
import { inOneLine } from './text.ts';

/** Characters of a property's name. */
const maxShownNameLength = 80;

/**
 * The property's name for each field whose label occurs twice in the form, by index; `undefined` for the others. Labels that
 * differ only in case count as equal.
 */
export function namesOfDuplicateLabels(fields: readonly Field[]): readonly (string | undefined)[] {
  const keys = fields.map(({ label }) => label.toLowerCase());
  const counts = new Map<string, number>();
  for (const key of keys) {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return fields.map(({ name }, index) =>
    (counts.get(keys[index] ?? '') ?? 0) > 1 ? inOneLine(name, maxShownNameLength) || undefined : undefined,
  );
}

/** A distinct label for each field in lists and sentences: its label, with the property's name if the label occurs twice. */
export function distinctFieldLabels(fields: readonly Field[]): readonly string[] {
  const names = namesOfDuplicateLabels(fields);
  return fields.map(({ label }, index) => {
    const name = names[index];
    return name === undefined ? label : t('{0} ({1})', label, name);
  });
}

/** "2 more": the number of fields that a list does not name. */
export function moreFieldsText(count: number): string {
  return count === 1 ? t({ message: '1 more', comment: 'field' }) : t('{0} more', formatNumber(count));
}
