import { t } from '@vscode/l10n';

/** Reports a wrong value: the key, what is wrong, and how to correct it. */
export type ReportProblem = (key: string, message: string, remedy: string) => void;

/**
 * The properties of a JSON object; `undefined` for any other value. A map, so that `__proto__` is a key like any other.
 */
export function fieldsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return undefined;
  }
  return new Map(Object.entries(value));
}

/** The type of a JSON value, for the user: it follows "is" in a sentence. */
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

/** Reads an optional text. `undefined` if it is absent, or of another type, which is reported. */
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
