import { lengthProblem } from './constraintTexts.ts';
import { formatProblem } from './formats.ts';
import { maxTextLength } from './formLimits.ts';
import type { BooleanField, ListRules, NumberField, TextField } from './model.ts';
import { satisfiesNumberRules } from './numberRange.ts';
import { sentText } from './sentValues.ts';
import { codePointCount } from './text.ts';

/**
 * The `default` of a property if it satisfies the field's rules, except for patterns, which the core tests when the form is
 * evaluated. Otherwise `undefined`, and the field starts without a value.
 */
export function validDefault(field: TextField, value: unknown): string | undefined;
export function validDefault(field: NumberField, value: unknown): number | undefined;
export function validDefault(field: BooleanField, value: unknown): boolean | undefined;
export function validDefault(field: TextField | NumberField | BooleanField, value: unknown): unknown {
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' && isValidText(field, value) ? value : undefined;
    case 'number':
      return typeof value === 'number' && isValidNumber(field, value) ? value : undefined;
    case 'boolean':
      return typeof value === 'boolean' && value === (field.onlyValue ?? value) ? value : undefined;
  }
}

/** True if a list may have this number of elements. */
export function itemCountFits(
  { minItems = 0, maxItems = Number.POSITIVE_INFINITY }: ListRules,
  count: number,
): boolean {
  return count >= minItems && count <= maxItems;
}

function isValidText(field: TextField, value: string): boolean {
  if (value.length > maxTextLength || (field.list && /[\r\n]|^\s*$/.test(value))) {
    return false;
  }
  const text = sentText(field, { kind: 'text', text: value, touched: false });
  const { format } = field;
  return lengthProblem(field, codePointCount(text)) === undefined && !(format && formatProblem(format, text));
}

function isValidNumber(field: NumberField, value: number): boolean {
  return (
    Number.isFinite(value) && (!field.integer || Number.isSafeInteger(value)) && satisfiesNumberRules(field, value)
  );
}
