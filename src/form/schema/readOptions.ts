import { itemCountFits } from '#form/defaults.ts';
import { isRecord } from '#form/json.ts';
import type { ChoiceField, FieldBase, ListRules, MultiChoiceField, Option } from '#form/model.ts';
import { escapeInvisible, firstVisible, inBlock } from '#form/text.ts';
import { keywordTreatment } from './keywordTreatment.ts';
import type { SchemaKeywords } from './schemaKeywords.ts';
import { groupDigits, maxOptions } from './schemaLimits.ts';

type OptionType = 'string' | 'number' | 'integer';

/** A property with one of several values: `enum`, `enum` with `enumNames`, `oneOf` or `anyOf` with `const`, or a single `const`. */
export function readChoice(
  keywords: SchemaKeywords,
  base: FieldBase,
  type: OptionType,
  rules: NonNullable<ChoiceField['rules']>,
): ChoiceField {
  const options = readOptions(keywords, type, ['enum', 'oneOf', 'anyOf', 'const'], '');
  const field: ChoiceField = { kind: 'choice', ...base, options, ...(isEmpty(rules) ? {} : { rules }) };
  const suggested = keywords.get('default');
  const index = options.findIndex((option) => option.value === suggested);
  return index < 0 ? field : { ...field, default: index };
}

/** An array of options: `items` with `enum`, `const`, or `anyOf` or `oneOf` of `const`. */
export function readMultiChoice(
  keywords: SchemaKeywords,
  items: SchemaKeywords,
  base: FieldBase,
  rules: NonNullable<MultiChoiceField['rules']>,
): MultiChoiceField {
  const options = readOptions(items, 'string', ['enum', 'anyOf', 'oneOf', 'const'], '"items" ');
  const amounts = readItemCounts(keywords);
  const { minItems } = amounts;
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
    ...amounts,
    ...readDefaults(keywords, options, amounts),
  };
}

/** The allowed number of entries of a list. */
export function readItemCounts(keywords: SchemaKeywords): Pick<ListRules, 'minItems' | 'maxItems'> {
  const minItems = keywords.size('minItems');
  const maxItems = keywords.size('maxItems');
  if (minItems !== undefined && maxItems !== undefined && minItems > maxItems) {
    throw keywords.refusal('minItems', `"minItems" ${minItems} is greater than "maxItems" ${maxItems}.`);
  }
  return { ...(minItems === undefined ? {} : { minItems }), ...(maxItems === undefined ? {} : { maxItems }) };
}

/** The default options; none where an entry of the default is no option, or their number is not allowed. */
function readDefaults(
  keywords: SchemaKeywords,
  options: readonly Option[],
  amounts: ListRules,
): { default?: readonly number[] } {
  const values = keywords.list('default');
  if (!values || values.length > options.length || !itemCountFits(amounts, values.length)) {
    return {};
  }
  const places = new Map(options.map(({ value }, index) => [value as unknown, index]));
  const indexes = values.flatMap((value) => places.get(value) ?? []);
  return indexes.length < values.length || new Set(indexes).size < indexes.length ? {} : { default: indexes };
}

function isEmpty(rules: object): boolean {
  return Object.keys(rules).length === 0;
}

/** The options under that keyword of `allowed` which the schema has. `where` begins the messages. */
function readOptions(
  keywords: SchemaKeywords,
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
  if (Array.isArray(listed) && listed.length > maxOptions) {
    const most = `and at most ${groupDigits(maxOptions)} can be shown.`;
    throw keywords.refusal(
      rule,
      `${where}"${rule}" lists ${groupDigits(listed.length)} options, ${most}`,
      'mostOptions',
    );
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

/** `enum`, with the titles of `enumNames` (2025-06-18) where it has them. */
function readEnum(keywords: SchemaKeywords): readonly RawOption[] {
  const values = keywords.list('enum');
  if (!values) {
    throw keywords.refusal('enum', '"enum" must be an array of options.');
  }
  const names = keywords.get('enumNames');
  const nameOf = (index: number) => (Array.isArray(names) ? names[index] : undefined);
  return values.map((value, index) => ({ value, label: optionLabel(nameOf(index), value) }));
}

/** `oneOf` or `anyOf` whose entries are a `const` with a title, or a `const` of the property itself. */
function readTitled(keywords: SchemaKeywords, rule: string): readonly RawOption[] {
  if (rule === 'const') {
    return [{ value: keywords.get('const'), label: optionLabel(undefined, keywords.get('const')) }];
  }
  const entries = keywords.list(rule);
  return (entries ?? [undefined]).map((entry) => {
    const option = isRecord(entry) ? keywords.inner(entry) : undefined;
    if (!option || !isOption(option)) {
      throw keywords.refusal(rule, `"${rule}" is supported only as a list of options, each with "const" and "title".`);
    }
    const description = inBlock(option.text('description') ?? '');
    return {
      value: option.get('const'),
      label: optionLabel(option.text('title'), option.get('const')),
      ...(description === '' ? {} : { description }),
    };
  });
}

/** Whether an entry has a `const`, texts for the user, and no other keyword that restricts the value. */
function isOption(entry: SchemaKeywords): boolean {
  const decides = (keyword: string) => !optionWords.has(keyword) && keywordTreatment(keyword, 'property') !== 'ignored';
  return entry.has('const') && !entry.names.some(decides);
}

const optionWords: ReadonlySet<string> = new Set(['const', 'title', 'description', 'default', 'type']);

/** The title, else the value. A value that is neither string nor number is refused later, so it gets no label here. */
function optionLabel(title: unknown, value: unknown): string {
  const texts = [title, value].filter((text) => typeof text === 'string' || typeof text === 'number');
  return firstVisible(...texts.map(String)) ?? '(empty)';
}

/** Adds the values to labels that occur twice. */
function distinctLabels(options: readonly Option[]): readonly Option[] {
  const seen = new Map<string, number>();
  for (const { label } of options) {
    seen.set(label, (seen.get(label) ?? 0) + 1);
  }
  return options.map((option) =>
    (seen.get(option.label) ?? 0) > 1
      ? { ...option, label: `${option.label} (${escapeInvisible(String(option.value), 60)})` }
      : option,
  );
}
