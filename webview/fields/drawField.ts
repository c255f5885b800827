import type { Field, FieldInput } from '#form/model.ts';
import { drawBoolean } from './booleanField.ts';
import { drawChoice } from './choiceField.ts';
import type { FieldContext, FieldView } from './fieldChrome.ts';
import { drawMultiChoice } from './multiChoiceField.ts';
import { drawText } from './textField.ts';

/** Draws a field with its input. Throws if the input is not one of the field's kind. */
export function drawField(field: Field, input: FieldInput | undefined, context: FieldContext): FieldView {
  if ((field.kind === 'text' || field.kind === 'number') && input?.kind === 'text') {
    return drawText(field, input, context);
  }
  if (field.kind === 'boolean' && input?.kind === 'boolean') {
    return drawBoolean(field, input, context);
  }
  if (field.kind === 'choice' && input?.kind === 'choice') {
    return drawChoice(field, input, context);
  }
  if (field.kind === 'multiChoice' && input?.kind === 'multiChoice') {
    return drawMultiChoice(field, input, context);
  }
  throw new Error(`The input of the field does not fit: ${field.kind}, ${input?.kind ?? 'nothing'}`);
}
