import { t } from '@vscode/l10n';
import { itemCountFits, validDefault } from '#form/defaults.ts';
import type {
  BooleanField,
  ChoiceField,
  Field,
  FieldBase,
  ListRules,
  MultiChoiceField,
  NumberField,
  NumberRules,
  TextField,
  TextFormat,
  TextRules,
} from '#form/model.ts';
import { isEmptyRange } from '#form/numberRange.ts';
import { firstVisible, inBlock, inOneLine } from '#form/text.ts';
import type { KeywordReader } from './keywordReader.ts';
import { readChoice, readItemCounts, readMultiChoice } from './readOptions.ts';
import { groupDigits, maxPatternLength } from './schemaLimits.ts';
import type { UnwrappedProperty } from './unwrapProperty.ts';

const formats: readonly TextFormat[] = ['email', 'uri', 'date', 'date-time'];
export const optionKeywords = ['enum', 'oneOf', 'anyOf', 'const'];

/** Reads the keywords of one unwrapped property. Throws `SchemaRefusal` if no field can represent it. */
export function readField({ keywords, items }: UnwrappedProperty, required: boolean): Field {
  const base = readBase(keywords, required);
  const type = keywords.get('type');
  const isChoice = optionKeywords.some((keyword) => keywords.has(keyword));
  switch (type) {
    case 'string':
      return isChoice ? readTextChoice(keywords, base) : readText(keywords, base);
    case 'number':
    case 'integer':
      return isChoice ? readNumberChoice(keywords, base, type) : readNumber(keywords, base, type === 'integer');
    case 'boolean':
      return readBoolean(keywords, base);
    case 'array':
      return readArray(keywords, items, base);
    default:
      throw keywords.refusal(...typeProblem(keywords, type));
  }
}

function typeProblem(keywords: KeywordReader, type: unknown): [keyword: string, problem: string] {
  const instead = 'use "string", "number", "integer", "boolean", or "array" of strings';
  const combinator = ['anyOf', 'oneOf'].find((keyword) => keywords.has(keyword));
  if (type === undefined && combinator !== undefined) {
    return [combinator, `"${combinator}" of several schemas is not supported; use one type.`];
  }
  if (type === undefined) {
    return ['type', `"type" is missing; ${instead}.`];
  }
  if (Array.isArray(type)) {
    return ['type', `a union of types is not supported; ${instead}.`];
  }
  if (type === 'object') {
    return ['type', `nested objects are not supported; ${instead}.`];
  }
  const typeText = typeof type === 'string' ? `"${inOneLine(type, 40)}"` : 'of this kind';
  return ['type', `type ${typeText} is not supported; ${instead}.`];
}

export function readBase(keywords: KeywordReader, required: boolean): FieldBase {
  const name = keywords.propertyName;
  const title = keywords.text('title');
  const description = inBlock(keywords.text('description') ?? '');
  return {
    name,
    label: firstVisible(title ?? '', name) ?? t('(no name)'),
    ...(description === '' ? {} : { description }),
    required,
  };
}

function readText(keywords: KeywordReader, base: FieldBase): TextField {
  const field: TextField = { kind: 'text', ...base, ...readTextRules(keywords) };
  return { ...field, ...withoutUndefined({ default: validDefault(field, keywords.get('default')) }) };
}

function readTextChoice(keywords: KeywordReader, base: FieldBase): ChoiceField {
  return readChoice(keywords, base, 'string', readTextRules(keywords));
}

function readTextRules(keywords: KeywordReader): TextRules {
  const minLength = keywords.nonNegativeInteger('minLength');
  const maxLength = keywords.nonNegativeInteger('maxLength');
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength) {
    throw keywords.refusal('minLength', `"minLength" ${minLength} is greater than "maxLength" ${maxLength}.`);
  }
  const format = formats.find((known) => known === keywords.text('format'));
  return withoutUndefined({ format, minLength, maxLength, pattern: readPattern(keywords) });
}

function readPattern(keywords: KeywordReader): string | undefined {
  const pattern = keywords.text('pattern');
  if (pattern !== undefined && pattern.length > maxPatternLength) {
    throw keywords.refusal(
      'pattern',
      `"pattern" is longer than ${groupDigits(maxPatternLength)} characters.`,
      'patternLength',
    );
  }
  if (pattern !== undefined && !compiles(pattern)) {
    throw keywords.refusal('pattern', '"pattern" must be a valid ECMA-262 regular expression.');
  }
  return pattern;
}

/** True if the pattern compiles with or without the `u` flag. Never runs it. */
function compiles(pattern: string): boolean {
  return ['u', ''].some((flags) => {
    try {
      return new RegExp(pattern, flags) instanceof RegExp;
    } catch {
      return false;
    }
  });
}

function readNumber(keywords: KeywordReader, base: FieldBase, integer: boolean): NumberField {
  const field: NumberField = { kind: 'number', ...base, ...readNumberRules(keywords, integer) };
  return { ...field, ...withoutUndefined({ default: validDefault(field, keywords.get('default')) }) };
}

function readNumberChoice(keywords: KeywordReader, base: FieldBase, type: 'number' | 'integer'): ChoiceField {
  const { integer: _, ...rules } = readNumberRules(keywords, type === 'integer');
  return readChoice(keywords, base, type, rules);
}

function readNumberRules(keywords: KeywordReader, integer: boolean): NumberRules {
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
  const definedRules = { ...withoutUndefined(rules), integer };
  if (isEmptyRange(definedRules)) {
    const keyword = keywords.has('minimum') ? 'minimum' : 'exclusiveMinimum';
    throw keywords.refusal(keyword, `no ${integer ? 'whole number' : 'number'} lies between its minimum and maximum.`);
  }
  return definedRules;
}

/** Reads a boolean. `const` or `enum` may allow only one of the two values. */
function readBoolean(keywords: KeywordReader, base: FieldBase): BooleanField {
  const combinator = ['oneOf', 'anyOf'].find((keyword) => keywords.has(keyword));
  if (combinator !== undefined) {
    const instead = 'use a string with const options';
    throw keywords.refusal(combinator, `"${combinator}" is not supported for a boolean; ${instead}.`);
  }
  const field: BooleanField = { kind: 'boolean', ...base, ...withoutUndefined({ onlyValue: readOnlyValue(keywords) }) };
  return { ...field, ...withoutUndefined({ default: validDefault(field, keywords.get('default')) }) };
}

function readOnlyValue(keywords: KeywordReader): boolean | undefined {
  const keyword = ['const', 'enum'].find((name) => keywords.has(name));
  if (keyword === undefined) {
    return undefined;
  }
  const values = new Set(keyword === 'const' ? [keywords.get('const')] : keywords.array('enum'));
  const [only] = values;
  if (values.size === 0 || [...values].some((value) => typeof value !== 'boolean')) {
    throw keywords.refusal(keyword, `"${keyword}" of a boolean must be true or false.`);
  }
  return values.size === 1 ? only === true : undefined;
}

function readArray(
  keywords: KeywordReader,
  items: KeywordReader | undefined,
  base: FieldBase,
): MultiChoiceField | TextField {
  if (!items) {
    throw keywords.refusal('items', 'an array needs "items", with an enum of strings or of type "string".');
  }
  const combinator = ['oneOf', 'anyOf', 'enum', 'const'].find((keyword) => keywords.has(keyword));
  if (combinator !== undefined) {
    const instead = 'put the options in "items"';
    throw keywords.refusal(combinator, `"${combinator}" is not supported for an array; ${instead}.`);
  }
  const type = items.get('type');
  if (type === 'object') {
    throw keywords.refusal('items', 'arrays of objects are not supported; use "items" with an enum of strings.');
  }
  if (type !== undefined && type !== 'string') {
    throw keywords.refusal('items', 'items must be of type "string"; use "items" with an enum of strings.');
  }
  if (optionKeywords.some((keyword) => items.has(keyword))) {
    return readMultiChoice(keywords, items, base, readTextRules(items));
  }
  if (type === undefined) {
    throw keywords.refusal('items', '"items" has no "type"; use "string", or list the options in an enum.');
  }
  return readList(keywords, items, base);
}

/** Reads a list of strings without options: a text field with one string on each line. */
function readList(keywords: KeywordReader, items: KeywordReader, base: FieldBase): TextField {
  const unique = keywords.get('uniqueItems') === true;
  const list: ListRules = { ...readItemCounts(keywords), ...(unique ? { unique } : {}) };
  const field: TextField = { kind: 'text', ...base, ...readTextRules(items), list };
  const values = keywords.array('default') ?? [];
  const isValid =
    itemCountFits(list, values.length) && values.every((value) => validDefault(field, value) !== undefined);
  return isValid && values.length > 0 ? { ...field, default: values.join('\n') } : field;
}

/** A copy without the properties whose value is `undefined`, so that an absent keyword has no property in the model. */
function withoutUndefined<T extends object>(object: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
