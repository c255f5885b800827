import type { NumberField, TextField } from '#form/model.ts';
import { lowerLimit, upperLimit } from '#form/numberRange.ts';

/** Inputs for longer texts have the width of a usual field. In characters. */
const maxSize = 40;
const minSize = 6;
/** Words for a postcode in the title of a field, in languages in which many forms are written. */
const postcode =
  /\b(?:post(?:al)?[ -]?codes?|zip(?:[ -]?codes?)?|plz|postleitzahl|code postal|c[oó]digo postal|cap)\b/i;

/** The width that fits what is typed into a field, in characters; `undefined` for the width of a usual field. */
export function inputSize(field: TextField | NumberField): number | undefined {
  const length = field.kind === 'number' ? numberLength(field) : textLength(field);
  return length === undefined || length >= maxSize ? undefined : Math.max(length + 1, minSize);
}

function textLength({ format, label, maxLength }: TextField): number | undefined {
  switch (format) {
    case 'date':
      return 11;
    case 'date-time':
      // With the offset from UTC.
      return 25;
    case 'email':
    case 'uri':
      return maxLength;
    case undefined:
      return maxLength ?? (postcode.test(label) ? 10 : undefined);
  }
}

function numberLength(field: NumberField): number {
  const [low, high] = [lowerLimit(field)?.value, upperLimit(field)?.value];
  if (low === undefined || high === undefined) {
    return 14;
  }
  const decimals = field.integer ? 0 : 4;
  return Math.min(14, Math.max(String(low).length, String(high).length) + decimals);
}
