import type { FieldInput } from '#form/model.ts';
import { textsOfRow, textsOfRows } from '#form/rowInputs.ts';

/** The texts that the user typed into a field. */
export function typedTexts(input: FieldInput): readonly string[] {
  switch (input.kind) {
    case 'text':
    case 'choice':
      return textsOfRow(input);
    case 'json':
      return [input.text];
    case 'list':
    case 'record':
      return textsOfRows(input);
    case 'boolean':
    case 'multiChoice':
    case 'empty':
      return [];
  }
}

/** The number of UTF-16 code units that the user typed into a field. */
export function typedLength(input: FieldInput): number {
  return typedTexts(input).reduce((total, text) => total + text.length, 0);
}

/** True if something was typed or chosen in the field, or nothing is sent in it on purpose. */
export function isFilledIn(input: FieldInput): boolean {
  switch (input.kind) {
    case 'text':
    case 'json':
      return input.text !== '';
    case 'boolean':
      return input.value !== null;
    case 'choice':
      return input.selected !== null || input.text !== undefined;
    case 'multiChoice':
      return input.selected.length > 0;
    case 'empty':
      return true;
    case 'list':
      return input.rows.some(isFilledIn);
    case 'record':
      return input.rows.some(({ key, value }) => key !== '' || isFilledIn(value));
  }
}
