import { lowerLimit, type NumberRules, upperLimit } from './limits.ts';
import type { Field, MultiChoiceField, TextField, TextFormat } from './model.ts';
import { inOneLine } from './text.ts';
import { count } from './words.ts';

/**
 * What a field wants, in plain words and without a full stop, for showing before anything is typed:
 * "A whole number from 1 to 35", "At least 50 characters", "Choose 1 to 3", "An e-mail address".
 * `undefined` when there is nothing to say.
 */
export function constraintOf(field: Field): string | undefined {
  switch (field.kind) {
    case 'text':
      return textConstraint(field);
    case 'number':
      return capitalized(numberWords(field));
    case 'multiChoice': {
      const amount = amountToChoose(field);
      return amount && `Choose ${amount}`;
    }
    case 'boolean':
    case 'choice':
      return undefined;
  }
}

/** "a whole number from 1 to 35", "a number greater than 0": what may be entered. */
export function numberWords(rules: NumberRules): string {
  const { integer, multipleOf } = rules;
  const step = multipleOf === undefined || (integer && multipleOf === 1) ? '' : `that is a multiple of ${multipleOf}`;
  return [integer ? 'a whole number' : 'a number', rangeWords(rules), step].filter((part) => part !== '').join(' ');
}

function rangeWords(rules: NumberRules): string {
  const lower = lowerLimit(rules);
  const upper = upperLimit(rules);
  if (lower?.inclusive && upper?.inclusive) {
    return lower.value === upper.value ? `that is ${lower.value}` : `from ${lower.value} to ${upper.value}`;
  }
  const atLeast = lower && (lower.inclusive ? `of at least ${lower.value}` : `greater than ${lower.value}`);
  const atMost = upper && (upper.inclusive ? `of at most ${upper.value}` : `less than ${upper.value}`);
  return [atLeast, atMost].filter((part) => part !== undefined).join(' and ');
}

/** "1 to 3", "at least 2", "at most 4", "exactly 2"; `undefined` when any number of options will do. */
export function amountToChoose(field: MultiChoiceField): string | undefined {
  const most = field.maxItems === undefined || field.maxItems >= field.options.length ? undefined : field.maxItems;
  return amountWords(field.minItems, most);
}

const FORMAT_WORDS: Readonly<Record<TextFormat, string>> = {
  email: 'An e-mail address',
  uri: 'A URI, such as https://example.com',
  date: 'A date, such as 2026-03-31',
  'date-time': 'A date and time with its zone, such as 2026-03-31T14:30:00Z',
};

function textConstraint(field: TextField): string | undefined {
  const amount = amountWords(field.minLength, field.maxLength);
  const length = amount && `${amount} ${(field.maxLength ?? field.minLength) === 1 ? 'character' : 'characters'}`;
  // A description says in words what a pattern says in signs.
  const pattern =
    field.pattern === undefined || field.description !== undefined ? undefined : patternWords(field.pattern);
  const format = field.format && FORMAT_WORDS[field.format];
  const words = [format, length, pattern].filter((part) => part !== undefined).join('; ');
  return words === '' ? undefined : capitalized(words);
}

/** The pattern inside a sentence, cut where it is long. */
export function patternWords(pattern: string): string {
  return `in the form ${inOneLine(pattern)}`;
}

function amountWords(least: number | undefined, most: number | undefined): string | undefined {
  if (least === undefined || least === 0) {
    return most === undefined ? undefined : `at most ${most}`;
  }
  if (most === undefined) {
    return `at least ${least}`;
  }
  return least === most ? `exactly ${least}` : `${least} to ${most}`;
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** "Enter at least 50 characters; you have 12.", or `undefined` when the length is allowed. */
export function lengthProblem(field: TextField, length: number): string | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = field;
  if (length >= minLength && length <= maxLength) {
    return undefined;
  }
  const limit = length < minLength ? minLength : maxLength;
  const bound = field.minLength === field.maxLength ? 'exactly' : length < minLength ? 'at least' : 'at most';
  return `Enter ${bound} ${count(limit, 'character')}; you have ${length}.`;
}
