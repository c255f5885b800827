import { t } from '@vscode/l10n';
import type { NumberRules } from './model.ts';
import { lowerLimit, upperLimit } from './numberRange.ts';

type Shape = 'any' | 'is' | 'range' | 'least' | 'most' | 'above' | 'below' | 'between' | 'aboveMost' | 'leastBelow';

/** "A whole number from 1 to 35", "A number greater than 0. A multiple of 0.5": what may be entered. */
export function numberHint(rules: NumberRules): string {
  const hint = rules.integer ? wholeHint(rules) : anyHint(rules);
  const step = stepOf(rules);
  return step === undefined ? hint : `${hint}. ${t('A multiple of {0}', step)}`;
}

/** "Enter a whole number from 1 to 35.": the same, asked for. */
export function numberProblem(rules: NumberRules): string {
  const step = stepOf(rules);
  if (step !== undefined && rangeOf(rules).shape === 'any') {
    return rules.integer
      ? t('Enter a whole number that is a multiple of {0}.', step)
      : t('Enter a number that is a multiple of {0}.', step);
  }
  const problem = rules.integer ? wholeProblem(rules) : anyProblem(rules);
  return step === undefined ? problem : `${problem} ${t('It must be a multiple of {0}.', step)}`;
}

function stepOf({ integer, multipleOf }: NumberRules): number | undefined {
  return integer && multipleOf === 1 ? undefined : multipleOf;
}

/** The limits are as they are to be typed. */
function rangeOf(rules: NumberRules): { readonly shape: Shape; readonly low: string; readonly high: string } {
  const lower = lowerLimit(rules);
  const upper = upperLimit(rules);
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

/** The limits of a whole number are always inclusive. */
function wholeHint(rules: NumberRules): string {
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

function wholeProblem(rules: NumberRules): string {
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

function anyHint(rules: NumberRules): string {
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

function anyProblem(rules: NumberRules): string {
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
