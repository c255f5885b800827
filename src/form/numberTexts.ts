import { t } from '@vscode/l10n';
import { joinSentences, paragraph } from './language.ts';
import type { NumberRules } from './model.ts';
import { lowerLimit, upperLimit } from './numberRange.ts';

/** Which ends a range has. */
type Shape = 'any' | 'is' | 'range' | 'least' | 'most' | 'above' | 'below' | 'between' | 'aboveMost' | 'leastBelow';

/** The numbers that may be entered: "A whole number. 1 to 35", "A number. More than 0, a multiple of 0.5". */
export function numberHint(rules: NumberRules): string {
  const kind = rules.integer ? t('A whole number') : t('A number');
  const range = numberRangeText(rules);
  return range === undefined ? kind : joinSentences([kind, range]);
}

/** The range in few words: "1 to 35", "0 or more, a multiple of 0.5"; `undefined` if any number is allowed. */
export function numberRangeText(rules: NumberRules): string | undefined {
  const range = shortRange(rules);
  const divisor = divisorOf(rules);
  if (divisor === undefined) {
    return range;
  }
  return range === undefined ? t('A multiple of {0}', divisor) : t('{0}, a multiple of {1}', range, divisor);
}

function shortRange(rules: NumberRules): string | undefined {
  const { shape, low, high } = rangeOf(rules);
  switch (shape) {
    case 'any':
      return undefined;
    case 'is':
      return t('Only {0}', low);
    case 'range':
      return t('{0} to {1}', low, high);
    case 'least':
      return t('{0} or more', low);
    case 'most':
      return t('{0} or less', high);
    case 'above':
      return t('More than {0}', low);
    case 'below':
      return t('Less than {0}', high);
    case 'between':
      return t('More than {0}, less than {1}', low, high);
    case 'aboveMost':
      return t('More than {0}, {1} or less', low, high);
    case 'leastBelow':
      return t('{0} or more, less than {1}', low, high);
  }
}

/**
 * What to enter in place of a value that is not allowed: "Enter 0 or more.", "Enter a whole number, such as 12." `value`: the
 * number that was typed; `undefined` for a text that is no number.
 */
export function numberProblem(rules: NumberRules, value: number | undefined): string {
  const lacksWhole = rules.integer && (value === undefined || !Number.isInteger(value));
  const divisor = divisorOf(rules);
  if (divisor !== undefined && rangeOf(rules).shape === 'any') {
    return lacksWhole
      ? t('Enter a whole number that is a multiple of {0}.', divisor)
      : t('Enter a multiple of {0}.', divisor);
  }
  const problem = lacksWhole ? wholeNumberProblem(rules) : rangeProblem(rules);
  return divisor === undefined ? problem : paragraph([problem, t('It must be a multiple of {0}.', divisor)]);
}

/** The divisor to be shown, if the range alone does not imply it. */
function divisorOf({ integer, multipleOf }: NumberRules): number | undefined {
  return integer && multipleOf === 1 ? undefined : multipleOf;
}

/** The shape of the allowed range, with its ends as they can be typed. */
function rangeOf(rules: NumberRules): { readonly shape: Shape; readonly low: string; readonly high: string } {
  const lower = withoutUnsafe(lowerLimit(rules), rules);
  const upper = withoutUnsafe(upperLimit(rules), rules);
  const limits = { low: String(lower?.value), high: String(upper?.value) };
  if (!lower || !upper) {
    const least = lower && (lower.inclusive ? 'least' : 'above');
    const most = upper && (upper.inclusive ? 'most' : 'below');
    return { ...limits, shape: least ?? most ?? 'any' };
  }
  if (lower.inclusive && upper.inclusive) {
    return { ...limits, shape: lower.value === upper.value ? 'is' : 'range' };
  }
  return { ...limits, shape: lower.inclusive ? 'leastBelow' : upper.inclusive ? 'aboveMost' : 'between' };
}

/** `undefined` for the end of an integer's range that only says which integers JSON can carry exactly. */
function withoutUnsafe<End extends { readonly value: number }>(
  end: End | undefined,
  { integer }: NumberRules,
): End | undefined {
  return end && integer && Math.abs(end.value) >= Number.MAX_SAFE_INTEGER ? undefined : end;
}

/** The problem of a value that is no integer. The limits of an integer are always inclusive. */
function wholeNumberProblem(rules: NumberRules): string {
  const { shape, low, high } = rangeOf(rules);
  switch (shape) {
    case 'is':
      return t('Enter exactly: {0}', low);
    case 'range':
      return t('Enter a whole number from {0} to {1}.', low, high);
    case 'least':
      return t('Enter a whole number, {0} or more.', low);
    case 'most':
      return t('Enter a whole number, {0} or less.', high);
    default:
      return t('Enter a whole number, such as 12.');
  }
}

function rangeProblem(rules: NumberRules): string {
  const { shape, low, high } = rangeOf(rules);
  switch (shape) {
    case 'any':
      return t('Enter a number, such as 12.5.');
    case 'is':
      return t('Enter exactly: {0}', low);
    case 'range':
      return t('Enter {0} to {1}.', low, high);
    case 'least':
      return t('Enter {0} or more.', low);
    case 'most':
      return t('Enter {0} or less.', high);
    case 'above':
      return t('Enter more than {0}.', low);
    case 'below':
      return t('Enter less than {0}.', high);
    case 'between':
      return t('Enter more than {0}, less than {1}.', low, high);
    case 'aboveMost':
      return t('Enter more than {0}, {1} or less.', low, high);
    case 'leastBelow':
      return t('Enter {0} or more, less than {1}.', low, high);
  }
}
