import { t } from '@vscode/l10n';
import type { BooleanField, BooleanInput } from '#form/model.ts';
import type { FieldContext, FieldView } from './fieldChrome.ts';
import { drawRadios, noAnswerLabel, type Radio } from './radios.ts';

/** A field with Yes and No, initially neither: a checkbox could not distinguish "no" from "not answered". */
export function drawBoolean(field: BooleanField, input: BooleanInput, context: FieldContext<BooleanInput>): FieldView {
  const radios: Radio<boolean | null>[] = [
    { value: true, label: t('Yes') },
    { value: false, label: t('No') },
  ];
  if (!field.required) {
    radios.push({ value: null, label: noAnswerLabel() });
  }
  const view = drawRadios(field, radios, input.value, {
    id: context.id,
    title: context.title,
    onLeave: () => context.onLeave(),
    onChoose: (value) => context.onChange({ kind: 'boolean', value }),
  });
  return {
    ...view,
    fill: (newInput) => {
      if (newInput.kind === 'boolean') {
        view.set(newInput.value);
        context.onChange(newInput);
      }
    },
  };
}
