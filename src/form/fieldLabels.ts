import { t } from '@vscode/l10n';
import type { Field } from './model.ts';
import { inOneLine } from './text.ts';

/** Characters of a property's name that are shown. */
const maxShownName = 80;

/**
 * The names of the properties whose label another field of the form has too, by index; `undefined` where a label stands alone.
 * Labels that differ only in case count as the same.
 */
export function namesOfDuplicateLabels(fields: readonly Field[]): readonly (string | undefined)[] {
  const keys = fields.map(({ label }) => label.toLowerCase());
  const counts = new Map<string, number>();
  for (const key of keys) {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return fields.map(({ name }, index) =>
    (counts.get(keys[index] ?? '') ?? 0) > 1 ? inOneLine(name, maxShownName) || undefined : undefined,
  );
}

/** What each field is called in a list or a sentence: its label, and its property's name where the label alone is not enough. */
export function distinctFieldLabels(fields: readonly Field[]): readonly string[] {
  const names = namesOfDuplicateLabels(fields);
  return fields.map(({ label }, index) => {
    const name = names[index];
    return name === undefined ? label : t('{0} ({1})', label, name);
  });
}
