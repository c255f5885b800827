import { inDigits, mostOptions } from './bounds.ts';
import { isRecord } from './json.ts';
import type { ChoiceField, FieldBase, MultiChoiceField, Option } from './model.ts';
import { Keywords } from './refusal.ts';
import { inBlock, inFull } from './text.ts';
import { labelOf } from './words.ts';

type OptionType = 'string' | 'number' | 'integer';

/** A property whose value is one of several: `enum`, `enum` with `enumNames`, `oneOf` with `const`, or a lone `const`. */
export function readChoice(keywords: Keywords, base: FieldBase, type: OptionType): ChoiceField {
  const options = readOptions(keywords, type, ['enum', 'oneOf', 'const'], '');
  const value = keywords.get('default');
  if (value === undefined) {
    return { kind: 'choice', ...base, options };
  }
  const index = options.findIndex((option) => option.value === value);
  if (index < 0) {
    throw keywords.refusal('default', '"default" must be one of the options.');
  }
  return { kind: 'choice', ...base, options, default: index };
}

/** An array of options: `items` with `enum`, or with `anyOf` or `oneOf` of `const`. */
export function readMultiChoice(keywords: Keywords, base: FieldBase): MultiChoiceField {
  const options = readItems(keywords);
  const minItems = keywords.size('minItems');
  const maxItems = keywords.size('maxItems');
  if (minItems !== undefined && maxItems !== undefined && minItems > maxItems) {
    throw keywords.refusal('minItems', `"minItems" ${minItems} is greater than "maxItems" ${maxItems}.`);
  }
  if (minItems !== undefined && minItems > options.length) {
    throw keywords.refusal(
      'minItems',
      `"minItems" ${minItems} is more than its ${options.length} ${options.length === 1 ? 'option' : 'options'}.`,
    );
  }
  return {
    kind: 'multiChoice',
    ...base,
    options,
    ...(minItems === undefined ? {} : { minItems }),
    ...(maxItems === undefined ? {} : { maxItems }),
    ...readDefaults(keywords, options),
  };
}

function readItems(keywords: Keywords): readonly Option[] {
  const unsupported = ['oneOf', 'prefixItems'].find((keyword) => keywords.has(keyword));
  if (unsupported !== undefined) {
    throw keywords.refusal(unsupported, `"${unsupported}" is not supported for an array; put the options in "items".`);
  }
  const schema = keywords.get('items');
  if (!isRecord(schema)) {
    throw keywords.refusal('items', 'an array needs "items" with an enum of strings.');
  }
  const items = new Keywords(keywords.property, schema);
  const type = items.get('type');
  if (type !== undefined && type !== 'string') {
    const what = type === 'object' ? 'arrays of objects are not supported' : 'items must be of type "string"';
    throw keywords.refusal('items', `${what}; use "items" with an enum of strings.`);
  }
  const combinator = ['$ref', '$dynamicRef', '$recursiveRef', 'allOf', 'not', 'if'].find((key) => items.has(key));
  if (combinator !== undefined) {
    throw keywords.refusal(combinator, `"${combinator}" is not supported in "items"; use an enum of strings.`);
  }
  return readOptions(items, 'string', ['enum', 'anyOf', 'oneOf'], '"items" ');
}

function readDefaults(keywords: Keywords, options: readonly Option[]): { default?: readonly number[] } {
  const values = keywords.get('default');
  if (values === undefined) {
    return {};
  }
  if (!Array.isArray(values)) {
    throw keywords.refusal('default', '"default" must be an array of options.');
  }
  const indexes = values.map((value) => options.findIndex((option) => option.value === value));
  if (indexes.includes(-1) || new Set(indexes).size < indexes.length) {
    throw keywords.refusal('default', '"default" must list options, each once.');
  }
  return { default: indexes };
}

/** The options under the one of `allowed` that the schema has. `where` begins the messages. */
function readOptions(
  keywords: Keywords,
  type: OptionType,
  allowed: readonly string[],
  where: string,
): readonly Option[] {
  const [rule, another] = allowed.filter((keyword) => keywords.has(keyword));
  if (rule === undefined) {
    throw keywords.refusal('items', 'an array without an enum is not supported; list the options in "items".');
  }
  if (another !== undefined) {
    throw keywords.refusal(another, `${where}has both "${rule}" and "${another}"; use one of them.`);
  }
  const listed = keywords.get(rule);
  if (Array.isArray(listed) && listed.length > mostOptions) {
    const most = `and at most ${inDigits(mostOptions)} can be shown.`;
    throw keywords.refusal(rule, `${where}"${rule}" lists ${inDigits(listed.length)} options, ${most}`, 'mostOptions');
  }
  const options = rule === 'enum' ? readEnum(keywords) : readTitled(keywords, rule);
  if (options.length === 0) {
    throw keywords.refusal(rule, `"${rule}" must list at least one option.`);
  }
  const values = options.map(({ value }) => value);
  if (!values.every((value) => isOfType(value, type))) {
    throw keywords.refusal(rule, `every option must be ${type === 'integer' ? 'an' : 'a'} ${type}.`);
  }
  if (new Set(values).size < values.length) {
    throw keywords.refusal(rule, 'every option must be listed once.');
  }
  return distinctLabels(options as Option[]);
}

function isOfType(value: unknown, type: OptionType): boolean {
  if (type === 'string') {
    return typeof value === 'string';
  }
  return type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value);
}

interface RawOption {
  readonly value: unknown;
  readonly label: string;
  readonly description?: string;
}

/** `enum`, with the titles of `enumNames` (the 2025-06-18 specification's way) where there are any. */
function readEnum(keywords: Keywords): readonly RawOption[] {
  const values = keywords.get('enum');
  if (!Array.isArray(values)) {
    throw keywords.refusal('enum', '"enum" must be an array of options.');
  }
  const names = keywords.get('enumNames') ?? values;
  if (!Array.isArray(names) || names.length !== values.length) {
    throw keywords.refusal('enumNames', '"enumNames" must be an array with one name for each option of "enum".');
  }
  if (keywords.has('enumNames') && names.some((name) => typeof name !== 'string')) {
    throw keywords.refusal('enumNames', '"enumNames" must hold strings.');
  }
  return values.map((value, index) => ({ value, label: optionLabel(names[index], value) }));
}

/** `oneOf` or `anyOf` whose entries are a `const` with a title, or a `const` of the property itself. */
function readTitled(keywords: Keywords, rule: string): readonly RawOption[] {
  if (rule === 'const') {
    return [{ value: keywords.get('const'), label: optionLabel(undefined, keywords.get('const')) }];
  }
  const entries = keywords.get(rule);
  if (!Array.isArray(entries) || !entries.every((entry) => isRecord(entry) && Object.hasOwn(entry, 'const'))) {
    throw keywords.refusal(rule, `"${rule}" is supported only as a list of options, each with "const" and "title".`);
  }
  return entries.map((entry) => {
    const option = new Keywords(keywords.property, entry);
    const description = inBlock(option.text('description') ?? '');
    return {
      value: option.get('const'),
      label: optionLabel(option.text('title'), option.get('const')),
      ...(description === '' ? {} : { description }),
    };
  });
}

/** The title, else the value. What is neither string nor number is refused later and must not be turned into text here. */
function optionLabel(title: unknown, value: unknown): string {
  const texts = [title, value].filter((text) => typeof text === 'string' || typeof text === 'number');
  return labelOf(...texts.map(String)) ?? '(empty)';
}

/** Options with the same label are told apart by their values. */
function distinctLabels(options: readonly Option[]): readonly Option[] {
  const seen = new Map<string, number>();
  for (const { label } of options) {
    seen.set(label, (seen.get(label) ?? 0) + 1);
  }
  return options.map((option) =>
    (seen.get(option.label) ?? 0) > 1
      ? { ...option, label: `${option.label} (${inFull(String(option.value), 60)})` }
      : option,
  );
}
