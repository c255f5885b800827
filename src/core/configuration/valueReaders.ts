import { t } from '@vscode/l10n';

/** Reports a wrong value: its key, the problem, and the correction. */
export type ReportProblem = (key: string, message: string, remedy: string) => void;

/** The properties of a JSON object; `undefined` for any other value. In a map `__proto__` is an ordinary key. */
export function fieldsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return undefined;
  }
  return new Map(Object.entries(value));
}

/** The type of a JSON value, as text for the user that follows "is" in a sentence. */
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

/** Reports that `key` has a value of the wrong type. `expected` follows "must be" in a sentence. */
export function reportWrongType(
  report: ReportProblem,
  key: string,
  value: unknown,
  expected: string,
  remedy: string,
): void {
  report(key, t('{0} must be {1}, but it is {2}.', key, expected, jsonTypeName(value)), remedy);
}

/** Reads an optional text. Reports a value of another type, and returns `undefined` for it. */
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
