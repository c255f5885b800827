import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { inOneLine } from '#form/text.ts';

/**
 * URI templates with strings as values. Replaces the SDK's, which leaves values of `{a,b}` unencoded, encodes encoded
 * characters again, and drops the operator of `{#a,b}` and `{/a,b}`.
 * Source: RFC 6570, level 4 without lists: a variable marked `*` has one value, except in a path, where the slashes of
 * the text separate its segments.
 */

interface Variable {
  readonly name: string;
  /** The number of characters of the value that are used. */
  readonly prefix?: number;
  readonly exploded: boolean;
}

interface Expression {
  readonly operator: string;
  readonly variables: readonly Variable[];
}

interface Operator {
  readonly first: string;
  readonly separator: string;
  readonly named: boolean;
  /** What follows the name of an empty value. */
  readonly ifEmpty: string;
  /** Reserved characters stay as they are. */
  readonly reserved: boolean;
}

/** RFC 6570, appendix A. */
const operators: Readonly<Record<string, Operator>> = {
  '': { first: '', separator: ',', named: false, ifEmpty: '', reserved: false },
  '+': { first: '', separator: ',', named: false, ifEmpty: '', reserved: true },
  '#': { first: '#', separator: ',', named: false, ifEmpty: '', reserved: true },
  '.': { first: '.', separator: '.', named: false, ifEmpty: '', reserved: false },
  '/': { first: '/', separator: '/', named: false, ifEmpty: '', reserved: false },
  ';': { first: ';', separator: ';', named: true, ifEmpty: '', reserved: false },
  '?': { first: '?', separator: '&', named: true, ifEmpty: '=', reserved: false },
  '&': { first: '&', separator: '&', named: true, ifEmpty: '=', reserved: false },
};

const maxTemplateLength = 2000;
const templatePart = /\{([+#./;?&]?)([^{}]*)\}|([^{}]+)|([{}])/g;
/** More than the RFC allows: many servers use hyphens in names of variables. */
const variableSyntax = /^([\w.%-]+)(?::([1-9]\d{0,3})|(\*))?$/;

/** A variable that a template names. */
export interface TemplateVariable {
  readonly name: string;
  /** The URI has a gap without its value. Other variables bring their own separator, and are left out with it. */
  readonly required: boolean;
}

/**
 * The variables of a template, each once, in their order.
 * @throws HostError `CallFailed` when the template is longer than 2000 characters or not well-formed.
 */
export function templateVariables(template: string): TemplateVariable[] {
  const found = new Map<string, TemplateVariable>();
  for (const piece of parse(template)) {
    if (typeof piece === 'string') {
      continue;
    }
    const required = piece.operator === '' || piece.operator === '+';
    for (const { name } of piece.variables) {
      found.set(name, { name, required: required || found.get(name)?.required === true });
    }
  }
  return [...found.values()];
}

/** Expands a template to a URI. A variable without a value is left out. Throws as `templateVariables`. */
export function expandTemplate(template: string, values: ReadonlyMap<string, string>): string {
  return parse(template)
    .map((piece) => (typeof piece === 'string' ? encode(piece, true) : expand(piece, values)))
    .join('');
}

function expand({ operator, variables }: Expression, values: ReadonlyMap<string, string>): string {
  const { first, separator, named, ifEmpty, reserved } = operators[operator] ?? fail(operator);
  const parts = variables.flatMap(({ name, prefix, exploded }) => {
    const value = values.get(name);
    if (value === undefined) {
      return [];
    }
    const text = prefix === undefined ? value : [...value].slice(0, prefix).join('');
    const pieces = exploded && operator === '/' ? text.split('/').filter(Boolean) : [text];
    const encoded = pieces.map((piece) => encode(piece, reserved));
    return named ? encoded.map((piece) => `${name}${piece === '' ? ifEmpty : `=${piece}`}`) : encoded;
  });
  return parts.length > 0 ? `${first}${parts.join(separator)}` : '';
}

function parse(template: string): (string | Expression)[] {
  if (template.length > maxTemplateLength) {
    throw unusable(t('it is longer than {0} characters', maxTemplateLength));
  }
  return [...template.matchAll(templatePart)].map(([whole, operator, names, literal]) => {
    if (literal !== undefined) {
      return literal;
    }
    return names === undefined
      ? fail(whole)
      : { operator: operator ?? '', variables: names.split(',').map(readVariable) };
  });
}

function readVariable(text: string): Variable {
  const [, name, prefix, star] = variableSyntax.exec(text.trim()) ?? [];
  return name === undefined
    ? fail(`{${text}}`)
    : { name, exploded: star !== undefined, ...(prefix !== undefined && { prefix: Number(prefix) }) };
}

/** Source: RFC 6570, section 3.2.1. With `reserved`, reserved and encoded characters stay as they are. */
function encode(text: string, reserved: boolean): string {
  const whole = text.replace(/\p{Cs}/gu, '\ufffd');
  return reserved
    ? whole.replace(/%(?![0-9A-Fa-f]{2})|[^\w\-.~:/?#[\]@!$&'()*+,;=%]+/g, (found) => encodeURIComponent(found))
    : encodeURIComponent(whole).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function fail(what: string): never {
  throw unusable(t('"{0}" in it cannot be read', inOneLine(what, 60)));
}

function unusable(reason: string): HostError {
  return new HostError({
    name: 'CallFailed',
    summary: t("The server's URI template cannot be used: {0}.", reason),
    remedy: t('The server has to be corrected.'),
  });
}
