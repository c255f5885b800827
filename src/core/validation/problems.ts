import { t } from '@vscode/l10n';
import { tryParseJson } from '#form/json.ts';
import { inOneLine, quotation, withoutQuotationMarks } from '#form/text.ts';
import type { SchemaError, Unchecked } from './checker.ts';

/** A violation of a schema by a value. Without `property` the problem concerns the value as a whole. */
export interface ContentProblem {
  readonly property?: string;
  /** The place within the property: keys and indexes. */
  readonly path?: readonly string[];
  /** One sentence for the user, after the place within the property. */
  readonly message: string;
  /** The sentence without the place. */
  readonly text: string;
}

/** The errors of one value as texts for the user, without duplicates. */
export function problemsOf(errors: readonly SchemaError[]): ContentProblem[] {
  const problems = errors.map(problemOf);
  return [
    ...new Map(problems.map((problem) => [JSON.stringify([problem.property, problem.message]), problem])).values(),
  ];
}

/** The number of mismatches that are shown for one value, because each item of an array can violate a schema. */
const maxMismatches = 10;

/** The violations of a server's schema by a value of the same server, as sentences for the user, without duplicates. */
export function mismatchesOf(errors: readonly SchemaError[]): string[] {
  return [...new Set(errors.map(mismatchText))].slice(0, maxMismatches);
}

function mismatchText({ keyword, path, name, message }: SchemaError): string {
  const place = [...path.split('/').slice(1), ...(name === undefined ? [] : [name])].join('/');
  const location = withoutQuotationMarks(inOneLine(place, 100));
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return t('"{0}" is missing.', location);
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return t('"{0}" is not in the schema.', location);
    default: {
      // The validator's message is in English, and may have words of the server.
      const detail = quotation(inOneLine(message, 200));
      return location === ''
        ? t('The value as a whole does not match the schema (validator: {0}).', detail)
        : t('"{0}" does not match the schema (validator: {1}).', location, detail);
    }
  }
}

/** The reason for which nothing was checked, as a sentence for the user. */
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
  const propertyName = property ?? error.name;
  const named = property !== undefined && error.name !== undefined ? [...path, error.name] : path;
  const pathPrefix = named.length > 0 ? `${inOneLine(named.join('/'))}: ` : '';
  const text = textOfProblem(error);
  const message = pathPrefix + text;
  return propertyName === undefined
    ? { message, text }
    : { property: propertyName, ...(named.length > 0 && { path: named }), message, text };
}

function textOfProblem({ keyword, message, keywordValue = '' }: SchemaError): string {
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return t('The server needs this too.');
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return t("The server's schema does not allow this to be sent.");
    case 'const':
      return t('The server accepts only {0} here.', shownConst(keywordValue));
    case 'enum':
    case 'oneOf':
    case 'anyOf':
      return t('This is not one of the options.');
    case 'pattern':
      return t('Does not match the required pattern: {0}', quotation(inOneLine(keywordValue)));
    case 'format':
      return t('The server expects the format {0} here.', quotation(inOneLine(keywordValue)));
    default:
      return t("The server's schema says: {0}.", inOneLine(message));
  }
}

/** The value of `const`, whose JSON may be cut. Numbers, booleans and null are no words of the server. */
function shownConst(json: string): string {
  const value = tryParseJson(json);
  const isPlain = typeof value === 'number' || typeof value === 'boolean' || value === null;
  return isPlain ? json : quotation(inOneLine(typeof value === 'string' ? value : json));
}
