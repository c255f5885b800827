import { itemCountFits } from '#form/defaults.ts';
import { isRecord } from '#form/json.ts';
import type { ChoiceField, FieldBase, ListRules, MultiChoiceField, Option } from '#form/model.ts';
import { escapeInvisible, firstVisible, inBlock } from '#form/text.ts';
import type { KeywordReader } from './keywordReader.ts';
import { groupDigits, maxOptions } from './schemaLimits.ts';
import { keywordTreatment } from './supportedKeywords.ts';

type OptionType = 'string' | 'number' | 'integer';

/** Reads a choice of one option: `enum`, `enum` with `enumNames`, `oneOf` or `anyOf` with `const`, or a single `const`. */
export function readChoice(
  keywords: KeywordReader,
  base: FieldBase,
  type: OptionType,
  rules: NonNullable<ChoiceField['rules']>,
): ChoiceField {
  const options = readOptions(keywords, type, ['enum', 'oneOf', 'anyOf', 'const'], '');
  const field: ChoiceField = { kind: 'choice', ...base, options, ...(isEmpty(rules) ? {} : { rules }) };
  const defaultValue = keywords.get('default');
  const index = options.findIndex((option) => option.value === defaultValue);
  return index < 0 ? field : { ...field, default: index };
}

/** Reads a choice of several options: `items` with `enum`, `const`, or `anyOf` or `oneOf` of `const`. */
export function readMultiChoice(
  keywords: KeywordReader,
  items: KeywordReader,
  base: FieldBase,
  rules: NonNullable<MultiChoiceField['rules']>,
): MultiChoiceField {
  const options = readOptions(items, 'string', ['enum', 'anyOf', 'oneOf', 'const'], '"items" ');
  const itemCounts = readItemCounts(keywords);
  const { minItems } = itemCounts;
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
    ...(isEmpty(rules) ? {} : { rules }),
    ...itemCounts,
    ...readDefaults(keywords, options, itemCounts),
  };
}

/** The allowed number of elements of an array. */
export function readItemCounts(keywords: KeywordReader): Pick<ListRules, 'minItems' | 'maxItems'> {
  const minItems = keywords.nonNegativeInteger('minItems');
  const maxItems = keywords.nonNegativeInteger('maxItems');
  if (minItems !== undefined && maxItems !== undefined && minItems > maxItems) {
    throw keywords.refusal('minItems', `"minItems" ${minItems} is greater than "maxItems" ${maxItems}.`);
  }
  return { ...(minItems === undefined ? {} : { minItems }), ...(maxItems === undefined ? {} : { maxItems }) };
}

/** The default options; none if an element of the default is no option, or their number is not allowed. */
function readDefaults(
  keywords: KeywordReader,
  options: readonly Option[],
  itemCounts: ListRules,
): { default?: readonly number[] } {
  const values = keywords.array('default');
  if (!values || values.length > options.length || !itemCountFits(itemCounts, values.length)) {
    return {};
  }
  const indexOfValue = new Map(options.map(({ value }, index) => [value as unknown, index]));
  const indexes = values.flatMap((value) => indexOfValue.get(value) ?? []);
  return indexes.length < values.length || new Set(indexes).size < indexes.length ? {} : { default: indexes };
}

function isEmpty(rules: object): boolean {
  return Object.keys(rules).length === 0;
}

/** Reads the options from the one keyword of `allowed` that the schema has. `messagePrefix` begins the refusal messages. */
function readOptions(
  keywords: KeywordReader,
  type: OptionType,
  allowed: readonly string[],
  messagePrefix: string,
): readonly Option[] {
  const [keyword, another] = allowed.filter((name) => keywords.has(name));
  if (keyword === undefined) {
    throw keywords.refusal('items', 'an array without an enum is not supported; list the options in "items".');
  }
  if (another !== undefined) {
    throw keywords.refusal(another, `${messagePrefix}has both "${keyword}" and "${another}"; use one of them.`);
  }
  const value = keywords.get(keyword);
  if (Array.isArray(value) && value.length > maxOptions) {
    const allowance = `and at most ${groupDigits(maxOptions)} can be shown.`;
    throw keywords.refusal(
      keyword,
      `${messagePrefix}"${keyword}" lists ${groupDigits(value.length)} options, ${allowance}`,
      'mostOptions',
    );
  }
  const options = keyword === 'enum' ? readEnum(keywords) : readTitledOptions(keywords, keyword);
  if (options.length === 0) {
    throw keywords.refusal(keyword, `"${keyword}" must list at least one option.`);
  }
  const values = options.map((option) => option.value);
  if (!values.every((each) => isOfType(each, type))) {
    throw keywords.refusal(keyword, `every option must be ${type === 'integer' ? 'an' : 'a'} ${type}.`);
  }
  if (new Set(values).size < values.length) {
    throw keywords.refusal(keyword, 'every option must be listed once.');
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

/** Reads `enum`, with the titles of `enumNames` (2025-06-18), if there are any. */
function readEnum(keywords: KeywordReader): readonly RawOption[] {
  const values = keywords.array('enum');
  if (!values) {
    throw keywords.refusal('enum', '"enum" must be an array of options.');
  }
  const names = keywords.get('enumNames');
  const nameOf = (index: number) => (Array.isArray(names) ? names[index] : undefined);
  return values.map((value, index) => ({ value, label: optionLabel(nameOf(index), value) }));
}

/** Reads `oneOf` or `anyOf` of titled `const` schemas, or the `const` of the property itself. */
function readTitledOptions(keywords: KeywordReader, keyword: string): readonly RawOption[] {
  if (keyword === 'const') {
    return [{ value: keywords.get('const'), label: optionLabel(undefined, keywords.get('const')) }];
  }
  const schemas = keywords.array(keyword);
  return (schemas ?? [undefined]).map((schema) => {
    const option = isRecord(schema) ? keywords.ofSubschema(schema) : undefined;
    if (!option || !isOption(option)) {
      throw keywords.refusal(
        keyword,
        `"${keyword}" is supported only as a list of options, each with "const" and "title".`,
      );
    }
    const description = inBlock(option.text('description') ?? '');
    return {
      value: option.get('const'),
      label: optionLabel(option.text('title'), option.get('const')),
      ...(description === '' ? {} : { description }),
    };
  });
}

/** True if a schema has a `const`, texts for the user, and no other keyword that restricts the value. */
function isOption(schema: KeywordReader): boolean {
  const restricts = (keyword: string) =>
    !allowedOptionKeywords.has(keyword) && keywordTreatment(keyword, 'property') !== 'ignored';
  return schema.has('const') && !schema.keywords.some(restricts);
}

const allowedOptionKeywords: ReadonlySet<string> = new Set(['const', 'title', 'description', 'default', 'type']);

/** The title, or the value if there is none. A value that is neither string nor number is refused later, so it gets no label here. */
function optionLabel(title: unknown, value: unknown): string {
  const texts = [title, value].filter((text) => typeof text === 'string' || typeof text === 'number');
  return firstVisible(...texts.map(String)) ?? '(empty)';
}

/** Adds the values to labels that occur twice. */
function distinctLabels(options: readonly Option[]): readonly Option[] {
  const counts = new Map<string, number>();
  for (const { label } of options) {
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return options.map((option) =>
    (counts.get(option.label) ?? 0) > 1
      ? { ...option, label: `${option.label} (${escapeInvisible(String(option.value), 60)})` }
      : option,
  );
}
