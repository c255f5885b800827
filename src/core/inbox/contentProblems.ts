import { t } from '@vscode/l10n';
import type { ErrorObject } from 'ajv';
import { inOneLine } from '../../form/text.ts';
import type { ContentProblem } from './content.ts';
import { originalName } from './protoProperty.ts';

/** One of ajv's errors in words for the person who fills in the form; none when another error says it better. */
export function problemOf(error: ErrorObject): ContentProblem[] {
  const [property, ...path] = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  // A list of options says one thing when none fits, not one thing for each option.
  if (error.keyword === 'const' && /\/(?:oneOf|anyOf)\/\d+\/const$/.test(error.schemaPath)) {
    return [];
  }
  const named = property ?? propertyOf(error);
  const where = path.length > 0 ? `${inOneLine(path.join('/'))}: ` : '';
  const message = where + wordsOf(error);
  return [named === undefined ? { message } : { property: originalName(named), message }];
}

/** The property that an error about the whole content is really about. */
function propertyOf(error: ErrorObject): string | undefined {
  const params = error.params as Record<string, unknown>;
  const names = [params['missingProperty'], params['additionalProperty'], params['unevaluatedProperty']];
  return names.find((name) => typeof name === 'string');
}

function wordsOf(error: ErrorObject): string {
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
    case 'dependentRequired':
      return t('The server needs this too.');
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return t("The server's schema does not allow this to be sent.");
    case 'const':
      return t('The server accepts only {0} here.', inOneLine(JSON.stringify(params['allowedValue'])));
    case 'enum':
    case 'oneOf':
    case 'anyOf':
      return t('This is not one of the options.');
    case 'pattern':
      return t('This does not have the form that the server expects: {0}', inOneLine(String(params['pattern'])));
    case 'format':
      return t('The server expects the format {0} here.', inOneLine(String(params['format'])));
    default:
      return t("The server's schema says: {0}.", inOneLine(error.message ?? error.keyword));
  }
}
