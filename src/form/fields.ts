import { inDigits, longestPattern } from './bounds.ts';
import { isRecord } from './json.ts';
import { excludesEverything } from './limits.ts';
import type { BooleanField, ChoiceField, Field, FieldBase, NumberField, TextField, TextFormat } from './model.ts';
import { readChoice, readMultiChoice } from './options.ts';
import { Keywords, Refusal } from './refusal.ts';
import { inBlock, inOneLine } from './text.ts';
import { labelOf } from './words.ts';

const FORMATS: readonly TextFormat[] = ['email', 'uri', 'date', 'date-time'];

const COMBINATORS: Readonly<Record<string, string>> = {
  $ref: 'write the schema in place',
  $dynamicRef: 'write the schema in place',
  $recursiveRef: 'write the schema in place',
  anyOf: 'use one type; for a field that may be left out, leave it out of "required"',
  allOf: 'write the keywords in one schema',
  not: 'use an enum or a pattern',
  if: 'ask in a second elicitation',
};

/** Reads one property. Throws `Refusal` for what cannot be drawn. */
export function readField(name: string, schema: unknown, required: boolean): Field {
  if (!isRecord(schema)) {
    throw new Refusal(name, 'type', 'it must be an object with a "type".');
  }
  const keywords = new Keywords(name, schema);
  for (const [combinator, instead] of Object.entries(COMBINATORS)) {
    if (keywords.has(combinator)) {
      throw keywords.refusal(combinator, `"${combinator}" is not supported; ${instead}.`);
    }
  }
  return readByType(keywords, readBase(keywords, required));
}

function readByType(keywords: Keywords, base: FieldBase): Field {
  const type = keywords.get('type');
  const isChoice = ['enum', 'oneOf', 'const'].some((keyword) => keywords.has(keyword));
  switch (type) {
    case 'string':
      return isChoice ? readTextChoice(keywords, base) : readText(keywords, base);
    case 'number':
    case 'integer':
      return isChoice ? readChoice(keywords, base, type) : readNumber(keywords, base, type === 'integer');
    case 'boolean':
      return readBoolean(keywords, base);
    case 'array':
      return readMultiChoice(keywords, base);
    default:
      throw keywords.refusal('type', typeProblem(type));
  }
}

function typeProblem(type: unknown): string {
  const instead = 'use "string", "number", "integer", "boolean", or "array" of an enum';
  if (type === undefined) {
    return `"type" is missing; ${instead}.`;
  }
  if (Array.isArray(type)) {
    return `a union of types is not supported; ${instead}.`;
  }
  if (type === 'object') {
    return `nested objects are not supported; ${instead}.`;
  }
  return `type ${typeof type === 'string' ? `"${inOneLine(type, 40)}"` : 'of this kind'} is not supported; ${instead}.`;
}

function readBase(keywords: Keywords, required: boolean): FieldBase {
  const name = keywords.property;
  const title = keywords.text('title');
  const description = inBlock(keywords.text('description') ?? '');
  return {
    name,
    label: labelOf(title ?? '', name) ?? '(no name)',
    ...(description === '' ? {} : { description }),
    required,
  };
}

function readText(keywords: Keywords, base: FieldBase): TextField {
  const format = keywords.text('format');
  if (format !== undefined && !isTextFormat(format)) {
    const known = FORMATS.map((known) => `"${known}"`).join(', ');
    throw keywords.refusal('format', `format "${inOneLine(format, 40)}" is not supported; use one of ${known}.`);
  }
  return {
    kind: 'text',
    ...base,
    ...given({ format, ...checkText(keywords), default: keywords.text('default') }),
  };
}

/** The limits of a text apply to its options too: they must be readable, and the whole content is checked by them. */
function readTextChoice(keywords: Keywords, base: FieldBase): ChoiceField {
  checkText(keywords);
  return readChoice(keywords, base, 'string');
}

function isTextFormat(format: string): format is TextFormat {
  return (FORMATS as readonly string[]).includes(format);
}

function checkText(keywords: Keywords): Pick<TextField, 'minLength' | 'maxLength' | 'pattern'> {
  const minLength = keywords.size('minLength');
  const maxLength = keywords.size('maxLength');
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength) {
    throw keywords.refusal('minLength', `"minLength" ${minLength} is greater than "maxLength" ${maxLength}.`);
  }
  const pattern = keywords.text('pattern');
  if (pattern !== undefined && pattern.length > longestPattern) {
    throw keywords.refusal(
      'pattern',
      `"pattern" is longer than ${inDigits(longestPattern)} characters.`,
      'patternLength',
    );
  }
  if (pattern !== undefined && !compiles(pattern)) {
    throw keywords.refusal('pattern', '"pattern" must be a valid ECMA-262 regular expression.');
  }
  return { minLength, maxLength, pattern };
}

/** Compiles only: the pattern is never run here. With the `u` flag, else without it. */
function compiles(pattern: string): boolean {
  return ['u', ''].some((flags) => {
    try {
      return new RegExp(pattern, flags) instanceof RegExp;
    } catch {
      return false;
    }
  });
}

function readNumber(keywords: Keywords, base: FieldBase, integer: boolean): NumberField {
  const rules = {
    integer,
    minimum: keywords.number('minimum'),
    maximum: keywords.number('maximum'),
    exclusiveMinimum: keywords.number('exclusiveMinimum'),
    exclusiveMaximum: keywords.number('exclusiveMaximum'),
    multipleOf: keywords.number('multipleOf'),
  };
  if (rules.multipleOf !== undefined && rules.multipleOf <= 0) {
    throw keywords.refusal('multipleOf', '"multipleOf" must be greater than 0.');
  }
  if (excludesEverything(rules)) {
    const rule = keywords.has('minimum') ? 'minimum' : 'exclusiveMinimum';
    throw keywords.refusal(rule, `no ${integer ? 'whole number' : 'number'} lies between its minimum and maximum.`);
  }
  const value = keywords.number('default');
  if (integer && value !== undefined && !Number.isInteger(value)) {
    throw keywords.refusal('default', '"default" must be a whole number.');
  }
  return { kind: 'number', ...base, ...given({ ...rules, default: value }), integer };
}

function readBoolean(keywords: Keywords, base: FieldBase): BooleanField {
  if (keywords.has('oneOf')) {
    throw keywords.refusal('oneOf', '"oneOf" is not supported for a boolean; use a string with const options.');
  }
  const value = keywords.get('default');
  if (value !== undefined && typeof value !== 'boolean') {
    throw keywords.refusal('default', '"default" must be true or false.');
  }
  return { kind: 'boolean', ...base, ...given({ default: value }) };
}

/** The entries that have a value: an absent keyword leaves no trace in the model. */
function given<T extends object>(entries: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
