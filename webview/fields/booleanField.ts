import { t } from '@vscode/l10n';
import type { BooleanField, BooleanInput } from '#form/model.ts';
import type { FieldHost, FieldView } from './fieldChrome.ts';
import { drawRadios, noAnswerLabel, type Radio } from './radios.ts';

/** Yes or No, and neither until somebody chose: a checkbox could not tell "no" from "not answered". */
export function drawBoolean(field: BooleanField, input: BooleanInput, seat: FieldHost<BooleanInput>): FieldView {
  const radios: Radio<boolean | null>[] = [
    { value: true, label: t('Yes') },
    { value: false, label: t('No') },
  ];
  if (!field.required) {
    radios.push({ value: null, label: noAnswerLabel() });
  }
  const drawn = drawRadios(field, radios, input.value, {
    id: seat.id,
    title: seat.title,
    onLeave: () => seat.onLeave(),
    onChoose: (value) => seat.onChange({ kind: 'boolean', value }),
  });
  return {
    ...drawn,
    fill: (filled) => {
      if (filled.kind === 'boolean') {
        drawn.set(filled.value);
        seat.onChange(filled);
      }
    },
  };
}
