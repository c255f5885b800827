import { t } from '@vscode/l10n';
import type { RowField, RowInput } from '#form/model.ts';
import { blankRow } from '#form/rowInputs.ts';

/** The rows that the user can add: a blank one, and those that send the empty text or null on purpose. */
export function rowAdditions(field: RowField): { label: string; name: string; row: RowInput }[] {
  const additions: { label: string; name: string; row: RowInput }[] = [
    { label: t('Add Row'), name: t('Add Row to {0}', field.label), row: blankRow(field) },
  ];
  if (field.kind === 'text' && field.mayBeEmpty) {
    const name = t('Add Empty Text to {0}', field.label);
    additions.push({ label: t('Add Empty Text'), name, row: { kind: 'empty', as: 'text' } });
  }
  if (field.nullable) {
    additions.push({
      label: t('Add Null'),
      name: t('Add Null to {0}', field.label),
      row: { kind: 'empty', as: 'null' },
    });
  }
  return additions;
}
