import type { NumberRules } from './model.ts';
import { isMultipleOf } from './typedNumber.ts';

/** One end of a number's range. */
interface RangeEnd {
  readonly value: number;
  /** True if the value itself is in the range. */
  readonly inclusive: boolean;
}

/** The stricter of `minimum` and `exclusiveMinimum`; for an integer, the smallest allowed integer. */
export function lowerLimit(rules: NumberRules): RangeEnd | undefined {
  const limit = stricterEnd(rules.minimum, rules.exclusiveMinimum, Math.max);
  if (!limit || !rules.integer) {
    return limit;
  }
  return { value: limit.inclusive ? Math.ceil(limit.value) : Math.floor(limit.value) + 1, inclusive: true };
}

/** The stricter of `maximum` and `exclusiveMaximum`; for an integer, the greatest allowed integer. */
export function upperLimit(rules: NumberRules): RangeEnd | undefined {
  const limit = stricterEnd(rules.maximum, rules.exclusiveMaximum, Math.min);
  if (!limit || !rules.integer) {
    return limit;
  }
  return { value: limit.inclusive ? Math.floor(limit.value) : Math.ceil(limit.value) - 1, inclusive: true };
}

/** True if no number satisfies both limits. */
export function isEmptyRange(rules: NumberRules): boolean {
  const lower = lowerLimit(rules);
  const upper = upperLimit(rules);
  if (!lower || !upper) {
    return false;
  }
  return lower.value > upper.value || (lower.value === upper.value && !(lower.inclusive && upper.inclusive));
}

/** True if a number satisfies every rule. Source: JSON Schema validation, 6.2 "numeric instances". */
export function satisfiesNumberRules(rules: NumberRules, value: number): boolean {
  const { integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = rules;
  return (
    (!integer || Number.isInteger(value)) &&
    (minimum === undefined || value >= minimum) &&
    (maximum === undefined || value <= maximum) &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
    (exclusiveMaximum === undefined || value < exclusiveMaximum) &&
    (multipleOf === undefined || isMultipleOf(value, multipleOf))
  );
}

function stricterEnd(
  inclusive: number | undefined,
  exclusive: number | undefined,
  pick: (a: number, b: number) => number,
): RangeEnd | undefined {
  if (exclusive === undefined) {
    return inclusive === undefined ? undefined : { value: inclusive, inclusive: true };
  }
  // At the same value the exclusive limit is the stricter one.
  const isExclusive = inclusive === undefined || pick(inclusive, exclusive) === exclusive;
  return isExclusive ? { value: exclusive, inclusive: false } : { value: inclusive, inclusive: true };
}
