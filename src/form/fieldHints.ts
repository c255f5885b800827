import { t } from '@vscode/l10n';
import { linesConstraint, rowsConstraint } from './constraintTexts.ts';
import { joinSentences } from './language.ts';
import { literalOfPattern } from './literalPattern.ts';
import type { Field, TextField, TextFormat } from './model.ts';
import { numberRangeText } from './numberTexts.ts';
import { inOneLine } from './text.ts';

/**
 * The help below a field before the user types: only what neither the field's label and description nor its control
 * already say, without a full stop at the end: "1 to 35", "Such as 2026-03-31", "Enter exactly: DELETE". Limits on the
 * length are shown when the text comes near them. The limits of a choice are in its count.
 */
export function fieldHint(field: Field): string | undefined {
  switch (field.kind) {
    case 'text':
      return textHint(field);
    case 'number': {
      const range = numberRangeText(field);
      return range !== undefined && saysAllNumbersOf(range, field) ? undefined : range;
    }
    case 'list':
    case 'record':
      return rowsConstraint(field);
    case 'boolean':
    case 'choice':
    case 'multiChoice':
      return undefined;
    case 'json':
      return t('JSON. Ctrl+Space suggests keys and values.');
  }
}

function textHint(field: TextField): string | undefined {
  if (field.list) {
    return linesConstraint(field.list);
  }
  const hints = [field.format && formatHint(field.format, field), lengthHint(field), patternHint(field)];
  return joinSentences(hints.filter((hint) => hint !== undefined)) || undefined;
}

function formatHint(format: TextFormat, field: TextField): string | undefined {
  switch (format) {
    case 'email':
      return /e-?mail|@/i.test(shownTexts(field)) ? undefined : t('An e-mail address');
    case 'uri':
      return /\b(?:ur[il]|link|website|web address)\b|https?:/i.test(shownTexts(field))
        ? undefined
        : t('A URI, such as {0}', 'https://example.com');
    case 'date':
      return /\d{4}-\d\d-\d\d|yyyy-mm-dd/i.test(shownTexts(field)) ? undefined : t('Such as {0}', '2026-03-31');
    case 'date-time':
      return t('Such as {0}, in your local time', '2026-03-31 14:30');
  }
}

/** Of the limits on the length, only an exact one says what has to be typed. */
function lengthHint(field: TextField): string | undefined {
  const { minLength = 0, maxLength } = field;
  if (minLength !== maxLength || minLength === 0) {
    return undefined;
  }
  const hint = minLength === 1 ? t('1 character') : t('{0} characters', minLength);
  return saysAllNumbersOf(hint, field) ? undefined : hint;
}

function patternHint(field: TextField): string | undefined {
  if (field.pattern === undefined) {
    return undefined;
  }
  const literal = literalOfPattern(field.pattern);
  if (literal !== undefined) {
    return shownTexts(field).includes(literal) ? undefined : t('Enter exactly: {0}', literal);
  }
  // A description explains a pattern better than its source does.
  return field.description === undefined ? t('Pattern: {0}', inOneLine(field.pattern)) : undefined;
}

function shownTexts({ label, description = '' }: Field): string {
  return `${label}\n${description}`;
}

/** True if the field's label or description contains every number of the hint. */
function saysAllNumbersOf(hint: string, field: Field): boolean {
  const said = new Set(numbersIn(shownTexts(field)));
  const numbers = numbersIn(hint);
  return numbers.length > 0 && numbers.every((number) => said.has(number));
}

function numbersIn(text: string): readonly string[] {
  return text.match(/-?\d+(?:\.\d+)?/g) ?? [];
}
