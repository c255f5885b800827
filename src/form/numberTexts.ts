import { t } from '@vscode/l10n';
import type { NumberRules } from './model.ts';
import { lowerLimit, upperLimit } from './numberRange.ts';

/** Which ends a range has. */
type Shape = 'any' | 'is' | 'range' | 'least' | 'most' | 'above' | 'below' | 'between' | 'aboveMost' | 'leastBelow';

/** The numbers that may be entered: "A whole number from 1 to 35", "A number greater than 0. A multiple of 0.5". */
export function numberHint(rules: NumberRules): string {
  const hint = rules.integer ? integerHint(rules) : decimalHint(rules);
  const divisor = divisorOf(rules);
  return divisor === undefined ? hint : `${hint}. ${t('A multiple of {0}', divisor)}`;
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

/** The request for a number that may be entered: "Enter a whole number from 1 to 35." */
export function numberProblem(rules: NumberRules): string {
  const divisor = divisorOf(rules);
  if (divisor !== undefined && rangeOf(rules).shape === 'any') {
    return rules.integer
      ? t('Enter a whole number that is a multiple of {0}.', divisor)
      : t('Enter a number that is a multiple of {0}.', divisor);
  }
  const problem = rules.integer ? integerProblem(rules) : decimalProblem(rules);
  return divisor === undefined ? problem : `${problem} ${t('It must be a multiple of {0}.', divisor)}`;
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

/** The hint for an integer, whose limits are always inclusive. */
function integerHint(rules: NumberRules): string {
  const { shape, low, high } = rangeOf(rules);
  switch (shape) {
    case 'is':
      return t('A whole number that is {0}', low);
    case 'range':
      return t('A whole number from {0} to {1}', low, high);
    case 'least':
      return t('A whole number of at least {0}', low);
    case 'most':
      return t('A whole number of at most {0}', high);
    default:
      return t('A whole number');
  }
}

function integerProblem(rules: NumberRules): string {
  const { shape, low, high } = rangeOf(rules);
  switch (shape) {
    case 'is':
      return t('Enter a whole number that is {0}.', low);
    case 'range':
      return t('Enter a whole number from {0} to {1}.', low, high);
    case 'least':
      return t('Enter a whole number of at least {0}.', low);
    case 'most':
      return t('Enter a whole number of at most {0}.', high);
    default:
      return t('Enter a whole number, such as 12.');
  }
}

function decimalHint(rules: NumberRules): string {
  const { shape, low, high } = rangeOf(rules);
  switch (shape) {
    case 'any':
      return t('A number');
    case 'is':
      return t('A number that is {0}', low);
    case 'range':
      return t('A number from {0} to {1}', low, high);
    case 'least':
      return t('A number of at least {0}', low);
    case 'most':
      return t('A number of at most {0}', high);
    case 'above':
      return t('A number greater than {0}', low);
    case 'below':
      return t('A number less than {0}', high);
    case 'between':
      return t('A number greater than {0} and less than {1}', low, high);
    case 'aboveMost':
      return t('A number greater than {0} and of at most {1}', low, high);
    case 'leastBelow':
      return t('A number of at least {0} and less than {1}', low, high);
  }
}

function decimalProblem(rules: NumberRules): string {
  const { shape, low, high } = rangeOf(rules);
  switch (shape) {
    case 'any':
      return t('Enter a number, such as 12.5.');
    case 'is':
      return t('Enter a number that is {0}.', low);
    case 'range':
      return t('Enter a number from {0} to {1}.', low, high);
    case 'least':
      return t('Enter a number of at least {0}.', low);
    case 'most':
      return t('Enter a number of at most {0}.', high);
    case 'above':
      return t('Enter a number greater than {0}.', low);
    case 'below':
      return t('Enter a number less than {0}.', high);
    case 'between':
      return t('Enter a number greater than {0} and less than {1}.', low, high);
    case 'aboveMost':
      return t('Enter a number greater than {0} and of at most {1}.', low, high);
    case 'leastBelow':
      return t('Enter a number of at least {0} and less than {1}.', low, high);
  }
}
