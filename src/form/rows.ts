import { t } from '@vscode/l10n';
import { itemCountProblem } from './constraintTexts.ts';
import { itemCountFits } from './defaults.ts';
import { maxLines, maxTextLength } from './formLimits.ts';
import { formatNumber } from './language.ts';
import type { ListField, ListInput, RecordField, RecordInput, RowField, RowInput } from './model.ts';
import { textsOfRows } from './rowInputs.ts';
import { inOneLine } from './text.ts';
import { leftOut, problem, type Verdict } from './verdict.ts';

/** Evaluates the input of one row. */
type EvaluateRow = (field: RowField, input: RowInput) => Verdict;

/** A row with a value, or with a problem. */
interface EvaluatedRow {
  /** The index in the input. */
  readonly row: number;
  readonly verdict: Verdict;
}

/** The problem of one row, or of the rows as a whole. */
export interface RowProblem {
  readonly row: number | undefined;
  readonly message: string;
  /** See `FieldProblem`. */
  readonly withoutInput?: string;
}

/** The values of a list, or the problems of its rows. */
interface EvaluatedRows<T> {
  readonly values: readonly T[];
  readonly problems: readonly RowProblem[];
}

/** True for a row into which nothing was entered: it is left out. */
export function isBlankRow(field: RowField, input: RowInput): boolean {
  switch (input.kind) {
    case 'text':
      return field.kind === 'text' ? input.text === '' : input.text.trim() === '';
    case 'choice':
      return input.selected === null && input.text === undefined;
    case 'empty':
      return false;
  }
}

/** Evaluates the rows of a list. */
export function evaluateListRows(field: ListField, input: ListInput, evaluateRow: EvaluateRow): EvaluatedRows<unknown> {
  const earlier = new Set<string>();
  const rows = input.rows.flatMap((row, index): EvaluatedRow[] => {
    if (isBlankRow(field.row, row)) {
      return [];
    }
    const verdict = evaluateRow(field.row, row);
    const key = verdict.kind === 'value' && field.rules.unique ? JSON.stringify(verdict.value) : undefined;
    if (key !== undefined && earlier.has(key)) {
      return [{ row: index, verdict: problem(t('It may appear only once.')) }];
    }
    earlier.add(key ?? '');
    return [{ row: index, verdict }];
  });
  return collect(field, rows, input);
}

/** Evaluates the rows of a record: pairs of a key and a value. */
export function evaluateRecordRows(
  field: RecordField,
  input: RecordInput,
  evaluateRow: EvaluateRow,
): EvaluatedRows<readonly [key: string, value: unknown]> {
  const earlier = new Set<string>();
  const rows = input.rows.flatMap(({ key, value }, index): EvaluatedRow[] => {
    const isBlank = isBlankRow(field.row, value);
    if (key === '' && isBlank) {
      return [];
    }
    // The name shows that the empty text is meant.
    const isEmptyText = isBlank && field.row.kind === 'text' && field.row.mayBeEmpty;
    const verdict =
      keyProblem(key, earlier) ?? evaluateRow(field.row, isEmptyText ? { kind: 'empty', as: 'text' } : value);
    earlier.add(key);
    return [{ row: index, verdict: verdict.kind === 'value' ? { ...verdict, value: [key, verdict.value] } : verdict }];
  });
  const evaluated = collect(field, rows, input);
  return { ...evaluated, values: evaluated.values as (readonly [string, unknown])[] };
}

/** The verdict on a list from its rows. */
export function listVerdict(field: ListField, { values, problems }: EvaluatedRows<unknown>): Verdict {
  return rowsVerdict(field, problems, values.length) ?? { kind: 'value', value: values };
}

/** The index of the row from which the value at an index of a list is sent. Rows without a value are not sent. */
export function rowOfValue(field: ListField, input: ListInput, index: number): number | undefined {
  return input.rows.flatMap((row, at) => (isBlankRow(field.row, row) ? [] : [at]))[index];
}

/** The verdict on a record from its rows. */
export function recordVerdict(
  field: RecordField,
  { values, problems }: EvaluatedRows<readonly [string, unknown]>,
): Verdict {
  // `Object.fromEntries` also creates an own property for a key named `__proto__`; an assignment would not.
  return rowsVerdict(field, problems, values.length) ?? { kind: 'value', value: Object.fromEntries(values) };
}

function rowsVerdict(
  field: ListField | RecordField,
  problems: readonly RowProblem[],
  count: number,
): Verdict | undefined {
  if (problems.length === 0 && count === 0 && !field.required) {
    return leftOut;
  }
  const found = problems.find(({ row }) => row !== undefined) ?? problems[0];
  if (!found) {
    return undefined;
  }
  const { row, message, withoutInput } = found;
  const located = (text: string) => (row === undefined ? text : t('Row {0}: {1}', formatNumber(row + 1), text));
  return problem(located(message), withoutInput === undefined ? undefined : located(withoutInput));
}

function keyProblem(key: string, earlier: ReadonlySet<string>): Verdict | undefined {
  if (key === '') {
    return problem(t('Enter a name.'));
  }
  return earlier.has(key) ? problem(t('The name "{0}" is used twice.', inOneLine(key, 40))) : undefined;
}

function collect(
  { rules, required }: ListField | RecordField,
  rows: readonly EvaluatedRow[],
  input: ListInput | RecordInput,
): EvaluatedRows<unknown> {
  const values = rows.flatMap(({ verdict }) => (verdict.kind === 'value' ? [verdict.value] : []));
  const problems = rows.flatMap(({ row, verdict }): RowProblem[] =>
    verdict.kind === 'problem'
      ? [
          {
            row,
            message: verdict.message,
            ...(verdict.withoutInput !== undefined && { withoutInput: verdict.withoutInput }),
          },
        ]
      : [],
  );
  const length = textsOfRows(input).reduce((total, text) => total + text.length, 0);
  if (length > maxTextLength) {
    const most = formatNumber(maxTextLength);
    problems.push({
      row: undefined,
      message: t('This is too long, and is not kept: at most {0} characters can be sent.', most),
    });
  } else if ((rows.length > 0 || required) && (!itemCountFits(rules, rows.length) || rows.length > maxLines)) {
    problems.push({ row: undefined, message: itemCountProblem(rules, rows.length) });
  }
  return { values, problems };
}
