import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { inOneLine } from '#form/text.ts';

/**
 * URI templates with strings as values. Replaces the SDK's, which leaves values of `{a,b}` unencoded, encodes encoded
 * characters again, and drops the operator of `{#a,b}` and `{/a,b}`.
 * Source: RFC 6570, level 4 without lists: a variable marked `*` has one value, except in a path, where slashes in the value
 * separate path segments.
 */

interface Variable {
  readonly name: string;
  /** The number of characters of the value that are used; absent: all. */
  readonly prefix?: number;
  /** True if the variable is marked `*`. */
  readonly isExploded: boolean;
}

interface Expression {
  readonly operator: string;
  readonly variables: readonly Variable[];
}

interface Operator {
  /** The text before the first value. */
  readonly first: string;
  readonly separator: string;
  /** True if the name of the variable stands before its value. */
  readonly hasNames: boolean;
  /** The text after the name of a variable with an empty value. */
  readonly ifEmpty: string;
  /** True if reserved characters are not encoded. */
  readonly allowsReserved: boolean;
}

/** The operators of expressions. Source: RFC 6570, appendix A. */
const operators: Readonly<Record<string, Operator>> = {
  '': { first: '', separator: ',', hasNames: false, ifEmpty: '', allowsReserved: false },
  '+': { first: '', separator: ',', hasNames: false, ifEmpty: '', allowsReserved: true },
  '#': { first: '#', separator: ',', hasNames: false, ifEmpty: '', allowsReserved: true },
  '.': { first: '.', separator: '.', hasNames: false, ifEmpty: '', allowsReserved: false },
  '/': { first: '/', separator: '/', hasNames: false, ifEmpty: '', allowsReserved: false },
  ';': { first: ';', separator: ';', hasNames: true, ifEmpty: '', allowsReserved: false },
  '?': { first: '?', separator: '&', hasNames: true, ifEmpty: '=', allowsReserved: false },
  '&': { first: '&', separator: '&', hasNames: true, ifEmpty: '=', allowsReserved: false },
};

const maxTemplateLength = 2000;
const templatePart = /\{([+#./;?&]?)([^{}]*)\}|([^{}]+)|([{}])/g;
/** Allows hyphens in the names of variables, which the RFC does not, because many servers use them. */
const variableSyntax = /^([\w.%-]+)(?::([1-9]\d{0,3})|(\*))?$/;

/** A variable that a template names. */
export interface TemplateVariable {
  readonly name: string;
  /** True if the URI would have a gap without the value. The other operators write a separator only with a value. */
  readonly required: boolean;
}

/**
 * The variables of a template, each once, in their order.
 * @throws HostError `CallFailed` if the template is longer than 2000 characters or not well-formed.
 */
export function templateVariables(template: string): TemplateVariable[] {
  const variables = new Map<string, TemplateVariable>();
  for (const piece of parse(template)) {
    if (typeof piece === 'string') {
      continue;
    }
    const required = piece.operator === '' || piece.operator === '+';
    for (const { name } of piece.variables) {
      variables.set(name, { name, required: required || variables.get(name)?.required === true });
    }
  }
  return [...variables.values()];
}

/**
 * Expands a template to a URI. A variable without a value is left out.
 * @throws HostError as `templateVariables`
 */
export function expandTemplate(template: string, values: ReadonlyMap<string, string>): string {
  return parse(template)
    .map((piece) => (typeof piece === 'string' ? encode(piece, true) : expand(piece, values)))
    .join('');
}

function expand({ operator, variables }: Expression, values: ReadonlyMap<string, string>): string {
  const { first, separator, hasNames, ifEmpty, allowsReserved } = operators[operator] ?? failToParse(operator);
  const parts = variables.flatMap(({ name, prefix, isExploded }) => {
    const value = values.get(name);
    if (value === undefined) {
      return [];
    }
    const text = prefix === undefined ? value : [...value].slice(0, prefix).join('');
    const pieces = isExploded && operator === '/' ? text.split('/').filter(Boolean) : [text];
    const encoded = pieces.map((piece) => encode(piece, allowsReserved));
    return hasNames ? encoded.map((piece) => `${name}${piece === '' ? ifEmpty : `=${piece}`}`) : encoded;
  });
  return parts.length > 0 ? `${first}${parts.join(separator)}` : '';
}

function parse(template: string): (string | Expression)[] {
  if (template.length > maxTemplateLength) {
    throw unusableTemplateError(t('it is longer than {0} characters', maxTemplateLength));
  }
  return [...template.matchAll(templatePart)].map(([expression, operator, names, literal]) => {
    if (literal !== undefined) {
      return literal;
    }
    return names === undefined
      ? failToParse(expression)
      : { operator: operator ?? '', variables: names.split(',').map(readVariable) };
  });
}

function readVariable(text: string): Variable {
  const [, name, prefix, star] = variableSyntax.exec(text.trim()) ?? [];
  return name === undefined
    ? failToParse(`{${text}}`)
    : { name, isExploded: star !== undefined, ...(prefix !== undefined && { prefix: Number(prefix) }) };
}

/** Source: RFC 6570, section 3.2.1. With `allowsReserved`, reserved and already encoded characters are not encoded. */
function encode(text: string, allowsReserved: boolean): string {
  const wellFormed = text.replace(/\p{Cs}/gu, '\ufffd');
  return allowsReserved
    ? wellFormed.replace(/%(?![0-9A-Fa-f]{2})|[^\w\-.~:/?#[\]@!$&'()*+,;=%]+/g, (characters) =>
        encodeURIComponent(characters),
      )
    : encodeURIComponent(wellFormed).replace(
        /[!'()*]/g,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
      );
}

function failToParse(part: string): never {
  throw unusableTemplateError(t('"{0}" in it cannot be read', inOneLine(part, 60)));
}

function unusableTemplateError(reason: string): HostError {
  return new HostError({
    name: 'CallFailed',
    summary: t("The server's URI template cannot be used: {0}.", reason),
    remedy: t('The server has to be corrected.'),
  });
}
