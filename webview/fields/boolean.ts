import type { BooleanField, BooleanInput } from '../../src/form/model.ts';
import type { FieldView, Seat } from './field.ts';
import { drawRadios, NO_ANSWER, type Radio } from './radios.ts';

/** Yes or No, and neither until somebody chose: a checkbox could not tell "no" from "not answered". */
export function drawBoolean(field: BooleanField, input: BooleanInput, seat: Seat<BooleanInput>): FieldView {
  const radios: Radio<boolean | null>[] = [
    { value: true, label: 'Yes' },
    { value: false, label: 'No' },
  ];
  if (!field.required) {
    radios.push({ value: null, label: NO_ANSWER });
  }
  return drawRadios(field, radios, input.value, {
    id: seat.id,
    leave: () => seat.leave(),
    choose: (value) => seat.change({ kind: 'boolean', value }),
  });
}
