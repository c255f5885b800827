import { t } from '@vscode/l10n';
import { maxLines } from './formLimits.ts';
import { formatNumber, joinSentences } from './language.ts';
import type {
  Field,
  ListField,
  ListRules,
  MultiChoiceField,
  RecordField,
  RowField,
  TextField,
  TextFormat,
} from './model.ts';
import { numberHint, numberRangeText } from './numberTexts.ts';
import { inOneLine } from './text.ts';

/**
 * All constraints of a field, for the notes of an exchange, without a full stop at the end:
 * "A whole number. 1 to 35", "At least 50 characters", "Choose 1 to 3", "An e-mail address".
 * `undefined` if there is none.
 */
export function constraintText(field: Field): string | undefined {
  switch (field.kind) {
    case 'text':
      return textFieldConstraint(field);
    case 'number':
      return numberHint(field);
    case 'multiChoice':
      return choiceConstraint(field);
    case 'list':
    case 'record':
      return rowsConstraint(field);
    case 'boolean':
    case 'choice':
    case 'json':
      return undefined;
  }
}

function choiceConstraint(field: MultiChoiceField): string | undefined {
  const { least, most } = choiceLimits(field);
  if (least === undefined) {
    return most === undefined ? undefined : t('Choose at most {0}', most);
  }
  if (most === undefined) {
    return t('Choose at least {0}', least);
  }
  return least === most ? t('Choose exactly {0}', least) : t('Choose {0} to {1}', least, most);
}

/** "Choose 1 to 3 (you have 4).": the problem with a number of chosen options. */
export function choiceCountProblem(field: MultiChoiceField, chosen: number): string {
  if (chosen === 0) {
    return t('Required.');
  }
  const { least, most } = choiceLimits(field);
  if (least === undefined) {
    return most === undefined
      ? t('Choose fewer (you have {0}).', chosen)
      : t('Choose at most {0} (you have {1}).', most, chosen);
  }
  if (most === undefined) {
    return t('Choose at least {0} (you have {1}).', least, chosen);
  }
  return least === most
    ? t('Choose exactly {0} (you have {1}).', least, chosen)
    : t('Choose {0} to {1} (you have {2}).', least, most, chosen);
}

/** "2 chosen (pick 1-3)": the number of chosen options, and the allowed number. */
export function choiceCountText(field: MultiChoiceField, chosen: number): string {
  const { least, most } = choiceLimits(field);
  if (chosen === 1) {
    return oneChosenText(least, most);
  }
  const count = formatNumber(chosen);
  if (least === undefined) {
    return most === undefined ? t('{0} chosen', count) : t('{0} chosen (pick at most {1})', count, formatNumber(most));
  }
  if (most === undefined) {
    return t('{0} chosen (pick at least {1})', count, formatNumber(least));
  }
  return least === most
    ? t('{0} chosen (pick {1})', count, formatNumber(least))
    : t('{0} chosen (pick {1}-{2})', count, formatNumber(least), formatNumber(most));
}

function oneChosenText(least: number | undefined, most: number | undefined): string {
  if (least === undefined) {
    return most === undefined ? t('1 chosen') : t('1 chosen (pick at most {0})', formatNumber(most));
  }
  if (most === undefined) {
    return t('1 chosen (pick at least {0})', formatNumber(least));
  }
  return least === most
    ? t('1 chosen (pick {0})', formatNumber(least))
    : t('1 chosen (pick {0}-{1})', formatNumber(least), formatNumber(most));
}

/** "1 too many", "2 more needed"; `undefined` if the number of chosen options is allowed, or 0. */
export function choiceCountDifference(field: MultiChoiceField, chosen: number): string | undefined {
  const { least = 0, most = Number.POSITIVE_INFINITY } = choiceLimits(field);
  if (chosen > most) {
    return t('{0} too many', formatNumber(chosen - most));
  }
  return chosen > 0 && chosen < least ? t('{0} more needed', formatNumber(least - chosen)) : undefined;
}

/** The limits on the number of chosen options, without a limit that excludes no number. */
function choiceLimits({ minItems, maxItems, options }: MultiChoiceField): { least?: number; most?: number } {
  return {
    ...(minItems ? { least: minItems } : {}),
    ...(maxItems === undefined || maxItems >= options.length ? {} : { most: maxItems }),
  };
}

function formatText(format: TextFormat): string {
  switch (format) {
    case 'email':
      return t('An e-mail address');
    case 'uri':
      return t('A URI, such as {0}', 'https://example.com');
    case 'date':
      return t('A date, such as {0}', '2026-03-31');
    case 'date-time':
      return t('A date and time: {0} in your local time, or {1}', '2026-03-31 14:30', '2026-03-31T14:30:00Z');
  }
}

function textFieldConstraint(field: TextField): string | undefined {
  const lines = field.list && linesConstraint(field.list);
  const format = field.format && formatText(field.format);
  // A description explains a pattern better than its source does.
  const pattern =
    field.pattern === undefined || field.description !== undefined
      ? undefined
      : t('Pattern: {0}', inOneLine(field.pattern));
  const words = joinSentences([lines, format, lengthText(field), pattern].filter((part) => part !== undefined));
  return words === '' ? undefined : words;
}

/** "One per line, 1 to 5": the constraint of a list of lines. */
export function linesConstraint({ minItems = 0, maxItems }: ListRules): string {
  if (minItems === 0) {
    return maxItems === undefined ? t('One per line') : t('One per line, at most {0}', formatNumber(maxItems));
  }
  if (maxItems === undefined) {
    return t('One per line, at least {0}', formatNumber(minItems));
  }
  return minItems === maxItems
    ? t('One per line, exactly {0}', formatNumber(minItems))
    : t('One per line, {0} to {1}', formatNumber(minItems), formatNumber(maxItems));
}

/** "Enter at most 3 lines (you have 4).": the problem with a number of lines. */
export function lineCountProblem({ minItems = 0, maxItems }: ListRules, lines: number): string {
  if (lines === 0) {
    return t('Required.');
  }
  const have = formatNumber(lines);
  if (minItems === maxItems) {
    return minItems === 1
      ? t('Enter 1 line (you have {0}).', have)
      : t('Enter {0} lines (you have {1}).', formatNumber(minItems), have);
  }
  if (lines < minItems) {
    return t('Enter at least {0} lines (you have {1}).', formatNumber(minItems), have);
  }
  const most = maxItems ?? maxLines;
  return most === 1
    ? t('Enter at most 1 line (you have {0}).', have)
    : t('Enter at most {0} lines (you have {1}).', formatNumber(most), have);
}

/** "At most 3 rows. Each: 1 or more": the allowed number of rows, and the constraints of the value in each row. */
export function rowsConstraint({ rules, row }: ListField | RecordField): string | undefined {
  const words = joinSentences([itemsConstraint(rules), rowConstraint(row)].filter((part) => part !== undefined));
  return words === '' ? undefined : words;
}

function rowConstraint(row: RowField): string | undefined {
  if (row.kind !== 'number') {
    return constraintText(row);
  }
  const range = numberRangeText(row);
  return range === undefined ? undefined : t('Each: {0}', range);
}

function itemsConstraint({ minItems = 0, maxItems }: ListRules): string | undefined {
  if (minItems === 0) {
    return maxItems === undefined
      ? undefined
      : maxItems === 1
        ? t('At most 1 row')
        : t('At most {0} rows', formatNumber(maxItems));
  }
  if (maxItems === undefined) {
    return minItems === 1 ? t('At least 1 row') : t('At least {0} rows', formatNumber(minItems));
  }
  if (minItems === maxItems) {
    return minItems === 1 ? t('Exactly 1 row') : t('Exactly {0} rows', formatNumber(minItems));
  }
  return t('{0} to {1} rows', formatNumber(minItems), formatNumber(maxItems));
}

/** "Fill in at least 2 rows (you have 1).": the problem with a number of rows. */
export function itemCountProblem({ minItems = 0, maxItems }: ListRules, rows: number): string {
  if (rows === 0) {
    return t('Required.');
  }
  const have = formatNumber(rows);
  if (minItems === maxItems) {
    return minItems === 1
      ? t('Fill in 1 row (you have {0}).', have)
      : t('Fill in {0} rows (you have {1}).', formatNumber(minItems), have);
  }
  if (rows < minItems) {
    return t('Fill in at least {0} rows (you have {1}).', formatNumber(minItems), have);
  }
  const most = maxItems ?? maxLines;
  return most === 1
    ? t('Fill in at most 1 row (you have {0}).', have)
    : t('Fill in at most {0} rows (you have {1}).', formatNumber(most), have);
}

function lengthText({ minLength, maxLength }: TextField): string | undefined {
  if (minLength === undefined || minLength === 0) {
    if (maxLength === undefined) {
      return undefined;
    }
    return maxLength === 1 ? t('At most 1 character') : t('At most {0} characters', maxLength);
  }
  if (maxLength === undefined) {
    return minLength === 1 ? t('At least 1 character') : t('At least {0} characters', minLength);
  }
  if (minLength === maxLength) {
    return minLength === 1 ? t('Exactly 1 character') : t('Exactly {0} characters', minLength);
  }
  return t('{0} to {1} characters', minLength, maxLength);
}

/** The share of the greatest length from which on the length is shown. */
const nearLimitShare = 0.8;

/** "230 of 250 characters": the length of a text that comes near its greatest length; `undefined` before that. */
export function lengthNearLimitText({ maxLength }: TextField, length: number): string | undefined {
  if (maxLength === undefined || length === 0 || length < maxLength * nearLimitShare) {
    return undefined;
  }
  return maxLength === 1
    ? t('{0} of 1 character', formatNumber(length))
    : t('{0} of {1} characters', formatNumber(length), formatNumber(maxLength));
}

/** "Enter at least 50 characters (you have 12)."; `undefined` if the length is allowed. */
export function lengthProblem(field: TextField, length: number): string | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = field;
  if (length >= minLength && length <= maxLength) {
    return undefined;
  }
  if (field.minLength === field.maxLength) {
    return minLength === 1
      ? t('Enter exactly 1 character (you have {0}).', length)
      : t('Enter exactly {0} characters (you have {1}).', minLength, length);
  }
  if (length < minLength) {
    return minLength === 1
      ? t('Enter at least 1 character (you have {0}).', length)
      : t('Enter at least {0} characters (you have {1}).', minLength, length);
  }
  return maxLength === 1
    ? t('Enter at most 1 character (you have {0}).', length)
    : t('Enter at most {0} characters (you have {1}).', maxLength, length);
}
