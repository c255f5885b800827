import { isRecord } from '#form/json.ts';
import { type JsonObject, KeywordReader } from './keywordReader.ts';
import type { SchemaBudget } from './schemaLimits.ts';
import { keywordTreatment, refusalAdvice } from './supportedKeywords.ts';

/** Nested wrappers of one property. */
const maxWrappers = 10;
/** Steps of a JSON Pointer. */
const maxPointerSteps = 20;

/** The values that are shared by all properties of a form. */
export interface PropertyContext {
  /** The root schema, which contains the targets of local references. */
  readonly rootSchema: JsonObject;
  readonly budget: SchemaBudget;
  /** Throws `SchemaRefusal` for keywords that the form cannot enforce. */
  readonly refuse: (keywords: KeywordReader) => void;
}

/** A schema without wrappers. `nullable`: it allows null too. */
interface UnwrappedSchema {
  readonly keywords: KeywordReader;
  readonly nullable: boolean;
}

/** A property without wrappers. `items`: the elements of an array, or the values of an object's `additionalProperties`. */
export interface UnwrappedProperty extends UnwrappedSchema {
  readonly items: KeywordReader | undefined;
  /** True if an element, or a value, can be null. */
  readonly nullableItems: boolean;
}

/** Refuses keywords that the schema of a form elicitation must not have in a property. */
export function refuseUnsupported(keywords: KeywordReader): void {
  const refused = keywords.keywords.find((keyword) => keywordTreatment(keyword, 'property') === 'refused');
  if (refused !== undefined) {
    throw keywords.refusal(refused, refusalAdvice(refused, 'property'));
  }
}

/**
 * Removes the wrappers of a property: a local `$ref`, an `allOf` with one element, `anyOf` or `oneOf` of one schema and null,
 * null in a list of types and among their options. Null is never sent, so a schema that allows null means only that the property
 * may be left out if it is not required. Throws `SchemaRefusal` if several meanings remain.
 */
export function unwrapProperty(property: string, schema: JsonObject, context: PropertyContext): UnwrappedProperty {
  const unwrapped = unwrap(KeywordReader.of(property, schema, context.budget), context);
  const { keywords } = unwrapped;
  return { ...unwrapped, ...unwrapElements(keywords, 'items', context) };
}

/** Reads the values of an object, the schema of which is `additionalProperties`, as the elements of the property. */
export function unwrapValues({ keywords, nullable }: UnwrappedProperty, context: PropertyContext): UnwrappedProperty {
  return { keywords, nullable, ...unwrapElements(keywords, 'additionalProperties', context) };
}

function unwrapElements(keywords: KeywordReader, keyword: string, context: PropertyContext) {
  const elements = keywords.get(keyword);
  const unwrapped = isRecord(elements) ? unwrap(keywords.ofSubschema(elements), context) : undefined;
  return { items: unwrapped?.keywords, nullableItems: unwrapped?.nullable ?? false };
}

function unwrap(outermost: KeywordReader, context: PropertyContext): UnwrappedSchema {
  let keywords = outermost;
  let nullable = false;
  for (let wrappers = 0; ; wrappers += 1) {
    // Nested objects are refused as such, not for a keyword in them.
    if (keywords.get('type') !== 'object') {
      context.refuse(keywords);
    }
    const inner =
      withoutReference(keywords, context.rootSchema) ?? withoutAllOf(keywords) ?? withoutNullBranch(keywords);
    nullable ||= allowsNull(keywords);
    if (!inner) {
      return { keywords: withType(withoutNull(keywords)), nullable };
    }
    if (wrappers === maxWrappers) {
      throw keywords.refusal('$ref', `more than ${maxWrappers} schemas stand around each other.`);
    }
    keywords = inner;
  }
}

function withoutReference(keywords: KeywordReader, rootSchema: JsonObject): KeywordReader | undefined {
  if (!keywords.has('$ref')) {
    return undefined;
  }
  const target = findTarget(keywords.text('$ref') ?? '', rootSchema);
  if (!isRecord(target)) {
    const problem =
      '"$ref" must point to a definition in the same schema, such as "#/$defs/color"; or write it in place.';
    throw keywords.refusal('$ref', problem);
  }
  return mergeWrapper(keywords, '$ref', target);
}

/** The target of a JSON Pointer in a fragment (RFC 6901, 6); `undefined` if this schema has no such target. */
export function findTarget(reference: string, rootSchema: JsonObject): unknown {
  const [fragment, ...steps] = reference.split('/', maxPointerSteps);
  if (fragment !== '#') {
    return undefined;
  }
  return steps.reduce<unknown>((part, step) => {
    const name = decodePointerStep(step);
    return typeof part === 'object' && part !== null && Object.hasOwn(part, name) ? Reflect.get(part, name) : undefined;
  }, rootSchema);
}

function decodePointerStep(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}

function withoutAllOf(keywords: KeywordReader): KeywordReader | undefined {
  if (!keywords.has('allOf')) {
    return undefined;
  }
  const [only, ...others] = keywords.array('allOf') ?? [];
  if (!isRecord(only) || others.length > 0) {
    throw keywords.refusal('allOf', '"allOf" of several schemas is not supported; write the keywords in one schema.');
  }
  return mergeWrapper(keywords, 'allOf', only);
}

/** Removes null from `anyOf` or `oneOf`. The rest is one schema, which replaces the wrapper, or a list of options. */
function withoutNullBranch(keywords: KeywordReader): KeywordReader | undefined {
  const combinator = ['anyOf', 'oneOf'].find((keyword) => keywords.has(keyword));
  const schemas = combinator === undefined ? undefined : keywords.array(combinator);
  if (combinator === undefined || !schemas) {
    return undefined;
  }
  const others = schemas.filter((schema) => !isNull(schema));
  const [only] = others;
  if (others.length === 1 && isRecord(only) && !Object.hasOwn(only, 'const')) {
    return mergeWrapper(keywords, combinator, only);
  }
  return others.length < schemas.length ? keywords.with(combinator, others) : undefined;
}

/** True if null is one of the types, or one of the schemas of `anyOf` or `oneOf`. */
function allowsNull(keywords: KeywordReader): boolean {
  const types = keywords.get('type');
  const schemas = keywords.get('anyOf') ?? keywords.get('oneOf');
  return (Array.isArray(types) && types.includes('null')) || (Array.isArray(schemas) && schemas.some(isNull));
}

function isNull(schema: unknown): boolean {
  if (!isRecord(schema)) {
    return false;
  }
  const { type, enum: values } = schema;
  const hasConst = Object.hasOwn(schema, 'const') && schema['const'] === null;
  return type === 'null' || hasConst || (Array.isArray(values) && values.length === 1 && values[0] === null);
}

/** Replaces a list of one type and null by the type, and removes null from the options. */
function withoutNull(keywords: KeywordReader): KeywordReader {
  const types = keywords.array('type');
  const others = types?.filter((type) => type !== 'null') ?? [];
  if (!types || others.length !== 1) {
    return keywords;
  }
  const options = types.length > 1 ? keywords.array('enum')?.filter((option) => option !== null) : undefined;
  const typed = keywords.with('type', others[0]);
  return options ? typed.with('enum', options) : typed;
}

/** Adds the type of their values to options without a type. */
function withType(keywords: KeywordReader): KeywordReader {
  if (keywords.has('type')) {
    return keywords;
  }
  const types = new Set(optionValues(keywords).map((value) => typeof value));
  const [type] = types;
  return types.size === 1 && (type === 'string' || type === 'number' || type === 'boolean')
    ? keywords.with('type', type)
    : keywords;
}

function optionValues(keywords: KeywordReader): readonly unknown[] {
  if (keywords.has('const')) {
    return [keywords.get('const')];
  }
  const keyword = ['enum', 'oneOf', 'anyOf'].find((name) => keywords.has(name));
  const options = (keyword !== undefined && keywords.array(keyword)) || [];
  return options.map((option) => (isRecord(option) && keyword !== 'enum' ? option['const'] : option));
}

/**
 * Merges a wrapper with the schema that it wraps: the keywords of both apply. The wrapper's texts for the user take precedence;
 * any other keyword may occur in both only with the same value.
 */
function mergeWrapper(keywords: KeywordReader, wrapper: string, schema: JsonObject): KeywordReader {
  const outer = keywords.without(wrapper);
  const inner = keywords.ofSubschema(schema);
  const twice = outer.keywords.find(
    (keyword) => inner.has(keyword) && !isForUser(keyword) && outer.get(keyword) !== inner.get(keyword),
  );
  if (twice !== undefined) {
    throw keywords.refusal(twice, `"${twice}" stands beside "${wrapper}" and in it; say it once.`);
  }
  return outer.keywords.reduce((all, keyword) => all.with(keyword, outer.get(keyword)), inner);
}

function isForUser(keyword: string): boolean {
  return ['title', 'description', 'default'].includes(keyword) || keywordTreatment(keyword, 'property') === 'ignored';
}
