import { initialInput } from '#form/formInputs.ts';
import type { FormInputs, FormModel } from '#form/model.ts';

/** The inputs of an untouched form: the defaults. */
export function initialInputs(form: FormModel): FormInputs {
  return form.fields.map(initialInput);
}
