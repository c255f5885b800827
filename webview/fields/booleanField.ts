import { t } from '@vscode/l10n';
import type { BooleanField, BooleanInput } from '#form/model.ts';
import type { FieldHost, FieldView } from './fieldChrome.ts';
import { drawRadios, noAnswerLabel, type Radio } from './radios.ts';

/** Yes or No, and neither at first: a checkbox could not tell "no" from "not answered". */
export function drawBoolean(field: BooleanField, input: BooleanInput, host: FieldHost<BooleanInput>): FieldView {
  const radios: Radio<boolean | null>[] = [
    { value: true, label: t('Yes') },
    { value: false, label: t('No') },
  ];
  if (!field.required) {
    radios.push({ value: null, label: noAnswerLabel() });
  }
  const drawn = drawRadios(field, radios, input.value, {
    id: host.id,
    title: host.title,
    onLeave: () => host.onLeave(),
    onChoose: (value) => host.onChange({ kind: 'boolean', value }),
  });
  return {
    ...drawn,
    fill: (filled) => {
      if (filled.kind === 'boolean') {
        drawn.set(filled.value);
        host.onChange(filled);
      }
    },
  };
}
