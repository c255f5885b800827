import { t } from '@vscode/l10n';
import { choiceCountProblem, lengthProblem, lineCountProblem } from './constraintTexts.ts';
import { itemCountFits } from './defaults.ts';
import { formatProblem } from './formats.ts';
import { isTouched } from './formInputs.ts';
import { maxLines, maxTextLength } from './formLimits.ts';
import { isRecord } from './json.ts';
import { evaluateJson } from './jsonInput.ts';
import { formatNumber } from './language.ts';
import { literalOfPattern } from './literalPattern.ts';
import { localTimeProblem } from './localTime.ts';
import type {
  BooleanField,
  ChoiceField,
  ChoiceInput,
  EmptyInput,
  Field,
  FieldInput,
  FieldProblem,
  FormInputs,
  FormModel,
  ListField,
  ListInput,
  ListRules,
  MultiChoiceField,
  MultiChoiceInput,
  NumberField,
  RecordField,
  RecordInput,
  RowField,
  RowInput,
  TextField,
  TextInput,
} from './model.ts';
import { satisfiesNumberRules } from './numberRange.ts';
import { numberProblem } from './numberTexts.ts';
import { evaluateListRows, evaluateRecordRows, listVerdict, type RowProblem, recordVerdict } from './rows.ts';
import { numberedLines, sentText } from './sentValues.ts';
import { codePointCount, inOneLine, quotation } from './text.ts';
import { readTypedNumber } from './typedNumber.ts';
import { leftOut, problem, type Verdict } from './verdict.ts';

/**
 * The result of testing a text against a server's pattern: true if it matches. `tooSlow`: the test was stopped, or not started. `invalid`: the pattern does not
 * compile.
 */
export type PatternVerdict = boolean | 'tooSlow' | 'invalid';
type PatternTest = (pattern: string, text: string) => PatternVerdict;

export interface Evaluation {
  /** The content to send: one own property for each field that has a value and no problem. */
  readonly content: Record<string, unknown>;
  readonly problems: FieldProblem[];
}

/**
 * Evaluates the inputs of a form. Patterns are tested only if `test` is given. The inputs must match the form
 * (`inputsMatchForm`); then nothing is thrown.
 */
export function evaluate(form: FormModel, inputs: FormInputs, test?: PatternTest): Evaluation {
  const content: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  form.fields.forEach((field, index) => {
    const input = inputs[index];
    const verdict = withoutNamed(form, field, input ? evaluateField(field, input, test) : leftOut);
    if (verdict.kind === 'problem') {
      const { message, withoutInput } = verdict;
      problems.push({ field: index, message, ...(withoutInput !== undefined && { withoutInput }) });
    } else if (verdict.kind === 'value') {
      const entries =
        field.kind === 'json' && field.rest ? restEntries(verdict.value) : [[field.name, verdict.value] as const];
      for (const [name, value] of entries) {
        // Not an assignment, because a field may be named `__proto__`.
        Object.defineProperty(content, name, { value, enumerable: true, configurable: true, writable: true });
      }
    }
  });
  return { content, problems };
}

/** The problems of a list or a record by rows. Patterns are not tested. */
export function rowProblems(field: ListField | RecordField, input: ListInput | RecordInput): readonly RowProblem[] {
  const evaluateRow = (row: RowField, value: RowInput) => evaluateField(row, value, undefined);
  if (field.kind === 'list' && input.kind === 'list') {
    return evaluateListRows(field, input, evaluateRow).problems;
  }
  return field.kind === 'record' && input.kind === 'record'
    ? evaluateRecordRows(field, input, evaluateRow).problems
    : [];
}

function evaluateField(field: Field, input: FieldInput, test: PatternTest | undefined): Verdict {
  if (input.kind === 'empty') {
    return { kind: 'value', value: emptyValue(input) };
  }
  if (input.kind === 'json') {
    return evaluateJson(field, input);
  }
  if (input.kind === 'text' && input.text.length > maxTextLength) {
    return problem(
      t('This is too long, and is not kept: at most {0} characters can be sent.', formatNumber(maxTextLength)),
    );
  }
  if (field.kind === 'text' && input.kind === 'text') {
    return field.list ? evaluateList(field, field.list, input, test) : evaluateText(field, input, test);
  }
  if (field.kind === 'number' && input.kind === 'text') {
    return evaluateNumber(field, input);
  }
  if (field.kind === 'boolean' && input.kind === 'boolean') {
    return evaluateBoolean(field, input.value);
  }
  if (field.kind === 'choice' && input.kind === 'choice') {
    return evaluateChoice(field, input);
  }
  if (field.kind === 'multiChoice' && input.kind === 'multiChoice') {
    return evaluateMultiChoice(field, input);
  }
  const evaluateRow = (row: RowField, value: RowInput) => evaluateField(row, value, test);
  if (field.kind === 'list' && input.kind === 'list') {
    return listVerdict(field, evaluateListRows(field, input, evaluateRow));
  }
  if (field.kind === 'record' && input.kind === 'record') {
    return recordVerdict(field, evaluateRecordRows(field, input, evaluateRow));
  }
  return problem(t('This field cannot be read. Cancel and try again.'));
}

function emptyValue(input: EmptyInput): unknown {
  switch (input.as) {
    case 'text':
      return '';
    case 'null':
      return null;
    case 'list':
      return [];
    case 'object':
      return {};
  }
}

/** Refuses a box for other properties that has a property which has a field of its own. */
function withoutNamed(form: FormModel, field: Field, verdict: Verdict): Verdict {
  if (verdict.kind !== 'value' || field.kind !== 'json' || !field.rest) {
    return verdict;
  }
  const names = new Set(form.fields.flatMap((other) => (other === field ? [] : [other.name])));
  const [named] = restEntries(verdict.value).find(([name]) => names.has(name)) ?? [];
  return named === undefined ? verdict : problem(t('"{0}" has a field of its own.', inOneLine(named, 40)));
}

function restEntries(value: unknown): readonly [name: string, value: unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}

function evaluateText(field: TextField, input: TextInput, test: PatternTest | undefined): Verdict {
  const text = sentText(field, input);
  const message =
    (field.format === 'date-time' ? localTimeProblem(input.text.trim(), input.offsets) : undefined) ??
    textProblem(field, text, test);
  if (text !== '') {
    return message === undefined ? { kind: 'value', value: text } : problem(message);
  }
  // An empty default counts as a value, unless it violates the field's rules.
  if (field.default === '' && (field.required || !isTouched(field, input)) && message === undefined) {
    return { kind: 'value', value: '' };
  }
  return evaluateMissing(field);
}

function evaluateList(field: TextField, list: ListRules, input: TextInput, test: PatternTest | undefined): Verdict {
  const lines = numberedLines(field, input);
  if (lines.length === 0 && !field.required) {
    return leftOut;
  }
  if (!itemCountFits(list, lines.length) || lines.length > maxLines) {
    return problem(lineCountProblem(list, lines.length));
  }
  const earlierLines = new Set<string>();
  for (const { number, text } of lines) {
    const message =
      list.unique && earlierLines.has(text) ? t('It may appear only once.') : textProblem(field, text, test);
    if (message !== undefined) {
      // By its number: the line itself may be masked as a secret, and the problem is shown in clear and spoken.
      return problem(t('Line {0}: {1}', formatNumber(number), message));
    }
    earlierLines.add(text);
  }
  return { kind: 'value', value: lines.map(({ text }) => text) };
}

function textProblem(field: TextField, text: string, test: PatternTest | undefined): string | undefined {
  return (
    lengthProblem(field, codePointCount(text)) ??
    (field.format && !field.formatIsAnnotation ? formatProblem(field.format, text) : undefined) ??
    (field.pattern !== undefined && test ? patternProblem(field.pattern, test(field.pattern, text)) : undefined)
  );
}

function patternProblem(pattern: string, verdict: PatternVerdict): string | undefined {
  switch (verdict) {
    case true:
      return undefined;
    case false: {
      const literal = literalOfPattern(pattern);
      return literal === undefined
        ? t('Does not match the required pattern: {0}', quotation(inOneLine(pattern)))
        : t('Enter exactly: {0}', literal);
    }
    case 'tooSlow':
      return t(
        "The server's pattern takes too long to check with this text, so it cannot be sent. Try a shorter text.",
      );
    case 'invalid':
      return t("The server's pattern cannot be checked, so nothing can be sent in this field.");
  }
}

function evaluateNumber(field: NumberField, input: TextInput): Verdict {
  if (input.text.trim() === '') {
    return evaluateMissing(field);
  }
  const typedNumber = readTypedNumber(input.text, field.integer);
  if (typedNumber.kind === 'unreadable') {
    const expected = numberProblem(field, undefined);
    return typedNumber.hint === undefined ? problem(expected) : problem(typedNumber.hint, expected);
  }
  if (typedNumber.kind === 'inexact' || (field.integer && isUnsafe(typedNumber.value))) {
    return problem(t('This number cannot be sent exactly. Enter another.'));
  }
  const { value } = typedNumber;
  return satisfiesNumberRules(field, value) ? { kind: 'value', value } : problem(numberProblem(field, value));
}

/** True for an integer beyond ±(2^53 - 1): most JSON parsers cannot distinguish such integers (RFC 8259, 6). */
function isUnsafe(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

function evaluateBoolean(field: BooleanField, value: boolean | null): Verdict {
  if (value === null) {
    return evaluateMissing(field);
  }
  if (field.onlyValue !== undefined && value !== field.onlyValue) {
    return problem(field.onlyValue ? t('The server accepts only Yes here.') : t('The server accepts only No here.'));
  }
  return { kind: 'value', value };
}

function evaluateChoice(field: ChoiceField, { selected, text }: ChoiceInput): Verdict {
  if (text !== undefined) {
    return problem(
      field.required ? t('Choose one of the options.') : t('Choose one of the options, or leave the field empty.'),
    );
  }
  const option = selected === null ? undefined : field.options[selected];
  return option ? { kind: 'value', value: option.value } : evaluateMissing(field);
}

function evaluateMultiChoice(field: MultiChoiceField, input: MultiChoiceInput): Verdict {
  const isUntouchedDefault = !isTouched(field, input) && field.default !== undefined;
  // An untouched default is sent in the server's order.
  const chosen = (isUntouchedDefault ? field.default : undefined) ?? input.selected;
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = field;
  const fits = chosen.length >= minItems && chosen.length <= maxItems;
  if (chosen.length === 0 && !field.required && !(isUntouchedDefault && fits)) {
    return leftOut;
  }
  if (!fits) {
    return problem(choiceCountProblem(field, chosen.length));
  }
  return { kind: 'value', value: chosen.map((index) => field.options[index]?.value) };
}

/** Evaluates a field without a value: it is left out, or has a problem if it is required. */
function evaluateMissing(field: Field): Verdict {
  return field.required ? problem(t('Required.')) : leftOut;
}
