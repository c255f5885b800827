import { t } from '@vscode/l10n';
import { inOneLine } from '#form/text.ts';
import type { SchemaError, Unchecked } from './checker.ts';

/** How a value breaks a schema. Without `property` the problem concerns the value as a whole. */
export interface ContentProblem {
  readonly property?: string;
  /** One sentence for the user. */
  readonly message: string;
}

/** The errors of one value as texts for the user, without duplicates. */
export function problemsOf(errors: readonly SchemaError[]): ContentProblem[] {
  const problems = errors.map(problemOf);
  return [
    ...new Map(problems.map((problem) => [JSON.stringify([problem.property, problem.message]), problem])).values(),
  ];
}

/** Mismatches that are shown of one value: a list can break a schema with each of its items. */
const maxMismatches = 10;

/** How a value from a server breaks a schema of that server: sentences for the user, without duplicates. */
export function mismatchesOf(errors: readonly SchemaError[]): string[] {
  return [...new Set(errors.map(mismatchText))].slice(0, maxMismatches);
}

function mismatchText({ keyword, path, name, message }: SchemaError): string {
  const at = inOneLine([...path.split('/').slice(1), ...(name === undefined ? [] : [name])].join('/'), 100);
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return t('"{0}" is missing.', at);
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return t('"{0}" is not in the schema.', at);
    default: {
      // The validator's message is in English.
      const detail = inOneLine(message, 200);
      return at === ''
        ? t('The value as a whole does not match the schema (validator: {0}).', detail)
        : t('"{0}" does not match the schema (validator: {1}).', at, detail);
    }
  }
}

/** Why nothing was checked, in a sentence for the user. */
export function uncheckedText({ why, detail }: Unchecked): string {
  switch (why) {
    case 'tooCostly':
      return t('Checking this against the schema of the server takes too much time or memory.');
    case 'dialect':
      return t('The schema of the server is written in a dialect of JSON Schema that cannot be checked here.');
    case 'unusable':
      return t('The schema of the server cannot be used to check this: {0}.', inOneLine(detail ?? '', 200));
    case 'unavailable':
      return t('Nothing can be checked against schemas now: {0}.', inOneLine(detail ?? '', 200));
  }
}

function problemOf(error: SchemaError): ContentProblem {
  const [property, ...path] = error.path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const named = property ?? error.name;
  const where = path.length > 0 ? `${inOneLine(path.join('/'))}: ` : '';
  const message = where + textOfProblem(error);
  return named === undefined ? { message } : { property: named, message };
}

function textOfProblem({ keyword, message, textOfError = '' }: SchemaError): string {
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return t('The server needs this too.');
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return t("The server's schema does not allow this to be sent.");
    case 'const':
      return t('The server accepts only {0} here.', inOneLine(textOfError));
    case 'enum':
    case 'oneOf':
    case 'anyOf':
      return t('This is not one of the options.');
    case 'pattern':
      return t('This does not have the form that the server expects: {0}', inOneLine(textOfError));
    case 'format':
      return t('The server expects the format {0} here.', inOneLine(textOfError));
    default:
      return t("The server's schema says: {0}.", inOneLine(message));
  }
}
