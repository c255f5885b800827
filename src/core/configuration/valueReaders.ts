import { t } from '@vscode/l10n';

/** Tells what is wrong with one key of what is being read. */
export type ReportProblem = (key: string, message: string, remedy: string) => void;

/**
 * The own properties of a JSON object, or `undefined` for anything else. A map, so that a key such as `__proto__` is
 * a key like any other.
 */
export function fieldsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return undefined;
  }
  return new Map(Object.entries(value));
}

/** What a JSON value is, in words that follow "is". */
export function jsonTypeName(value: unknown): string {
  if (value === null || value === undefined) {
    return 'null';
  }
  if (Array.isArray(value)) {
    return t('a list');
  }
  switch (typeof value) {
    case 'object':
      return t('an object');
    case 'string':
      return t('text');
    case 'number':
      return t('a number');
    default:
      return t('true or false');
  }
}

/** Says that `key` has a value of the wrong kind. `expected` follows "must be". */
export function reportWrongType(
  report: ReportProblem,
  key: string,
  value: unknown,
  expected: string,
  remedy: string,
): void {
  report(key, t('{0} must be {1}, but it is {2}.', key, expected, jsonTypeName(value)), remedy);
}

/** An optional text: `undefined` when absent or, having been reported, of another kind. */
export function readOptionalText(
  fields: ReadonlyMap<string, unknown>,
  key: string,
  report: ReportProblem,
): string | undefined {
  const value = fields.get(key);
  if (value === undefined || typeof value === 'string') {
    return value;
  }
  reportWrongType(report, key, value, t('text'), t('Write {0} in quotes, or remove it.', key));
  return undefined;
}
