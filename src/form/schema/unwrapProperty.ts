import { isRecord } from '#form/json.ts';
import { keywordTreatment, refusalAdvice } from './keywordTreatment.ts';
import { type JsonObject, SchemaKeywords } from './schemaKeywords.ts';
import type { SchemaBudget } from './schemaLimits.ts';

/** Nested wrappers of one property. */
const maxWrappers = 10;
/** Steps of a JSON Pointer. */
const maxPointerSteps = 20;

/** What is needed to read a property. */
export interface PropertyContext {
  /** The root schema, which local references point into. */
  readonly root: JsonObject;
  readonly budget: SchemaBudget;
  /** Throws `SchemaRefusal` for keywords that the form cannot enforce. */
  readonly refuse: (keywords: SchemaKeywords) => void;
}

/** A property without wrappers; of a list also its `items`. */
export interface UnwrappedProperty {
  readonly keywords: SchemaKeywords;
  readonly items: SchemaKeywords | undefined;
}

/** Refuses keywords that the schema of a form elicitation must not have in a property. */
export function refuseUnsupported(keywords: SchemaKeywords): void {
  const refused = keywords.names.find((keyword) => keywordTreatment(keyword, 'property') === 'refused');
  if (refused !== undefined) {
    throw keywords.refusal(refused, refusalAdvice(refused, 'property'));
  }
}

/**
 * Removes the wrappers of a property: a local `$ref`, an `allOf` with one entry, `anyOf` or `oneOf` of one schema and null,
 * null in a list of types and among their options. Null is never sent, so allowing it means only that the property may be
 * left out where it is not required. Throws `SchemaRefusal` where several meanings remain.
 */
export function unwrapProperty(property: string, schema: JsonObject, context: PropertyContext): UnwrappedProperty {
  const keywords = unwrapped(SchemaKeywords.of(property, schema, context.budget), context);
  const items = keywords.get('items');
  return { keywords, items: isRecord(items) ? unwrapped(keywords.inner(items), context) : undefined };
}

function unwrapped(given: SchemaKeywords, context: PropertyContext): SchemaKeywords {
  let keywords = given;
  for (let wrappers = 0; ; wrappers += 1) {
    // Nested objects are refused as such, not for a keyword in them.
    if (keywords.get('type') !== 'object') {
      context.refuse(keywords);
    }
    const inner = withoutReference(keywords, context.root) ?? withoutAllOf(keywords) ?? withoutNullBranch(keywords);
    if (!inner) {
      return withType(withoutNull(keywords));
    }
    if (wrappers === maxWrappers) {
      throw keywords.refusal('$ref', `more than ${maxWrappers} schemas stand around each other.`);
    }
    keywords = inner;
  }
}

function withoutReference(keywords: SchemaKeywords, root: JsonObject): SchemaKeywords | undefined {
  if (!keywords.has('$ref')) {
    return undefined;
  }
  const target = targetOf(keywords.text('$ref') ?? '', root);
  if (!isRecord(target)) {
    const rule = '"$ref" must point to a definition in the same schema, such as "#/$defs/color"; or write it in place.';
    throw keywords.refusal('$ref', rule);
  }
  return merged(keywords, '$ref', target);
}

/** The target of a JSON Pointer in a fragment (RFC 6901, 6); `undefined` where it points to nothing in this schema. */
function targetOf(reference: string, root: JsonObject): unknown {
  const [fragment, ...steps] = reference.split('/', maxPointerSteps);
  if (fragment !== '#') {
    return undefined;
  }
  return steps.reduce<unknown>((part, step) => {
    const name = decoded(step);
    return typeof part === 'object' && part !== null && Object.hasOwn(part, name) ? Reflect.get(part, name) : undefined;
  }, root);
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}

function withoutAllOf(keywords: SchemaKeywords): SchemaKeywords | undefined {
  if (!keywords.has('allOf')) {
    return undefined;
  }
  const [only, ...others] = keywords.list('allOf') ?? [];
  if (!isRecord(only) || others.length > 0) {
    throw keywords.refusal('allOf', '"allOf" of several schemas is not supported; write the keywords in one schema.');
  }
  return merged(keywords, 'allOf', only);
}

/** Removes null from `anyOf` or `oneOf`. One schema is left, or a list of options, or the schema is refused. */
function withoutNullBranch(keywords: SchemaKeywords): SchemaKeywords | undefined {
  const rule = ['anyOf', 'oneOf'].find((keyword) => keywords.has(keyword));
  const entries = rule === undefined ? undefined : keywords.list(rule);
  if (rule === undefined || !entries) {
    return undefined;
  }
  const others = entries.filter((entry) => !isNull(entry));
  const [only] = others;
  if (others.length === 1 && isRecord(only) && !Object.hasOwn(only, 'const')) {
    return merged(keywords, rule, only);
  }
  return others.length < entries.length ? keywords.with(rule, others) : undefined;
}

function isNull(schema: unknown): boolean {
  if (!isRecord(schema)) {
    return false;
  }
  const { type, enum: listed } = schema;
  const hasConst = Object.hasOwn(schema, 'const') && schema['const'] === null;
  return type === 'null' || hasConst || (Array.isArray(listed) && listed.length === 1 && listed[0] === null);
}

/** Replaces a list of one type and null by the type, and removes null from the options. */
function withoutNull(keywords: SchemaKeywords): SchemaKeywords {
  const types = keywords.list('type');
  const others = types?.filter((type) => type !== 'null') ?? [];
  if (!types || others.length !== 1) {
    return keywords;
  }
  const options = types.length > 1 ? keywords.list('enum')?.filter((option) => option !== null) : undefined;
  const typed = keywords.with('type', others[0]);
  return options ? typed.with('enum', options) : typed;
}

/** Gives options without a type the type of their values. */
function withType(keywords: SchemaKeywords): SchemaKeywords {
  if (keywords.has('type')) {
    return keywords;
  }
  const types = new Set(listedValues(keywords).map((value) => typeof value));
  const [type] = types;
  return types.size === 1 && (type === 'string' || type === 'number' || type === 'boolean')
    ? keywords.with('type', type)
    : keywords;
}

function listedValues(keywords: SchemaKeywords): readonly unknown[] {
  if (keywords.has('const')) {
    return [keywords.get('const')];
  }
  const rule = ['enum', 'oneOf', 'anyOf'].find((keyword) => keywords.has(keyword));
  const listed = (rule !== undefined && keywords.list(rule)) || [];
  return listed.map((entry) => (isRecord(entry) && rule !== 'enum' ? entry['const'] : entry));
}

/**
 * Merges a wrapper with the schema that it wraps: both apply. The wrapper's texts for the user take precedence; any other
 * keyword may occur in both only with the same value.
 */
function merged(keywords: SchemaKeywords, wrapper: string, schema: JsonObject): SchemaKeywords {
  const outer = keywords.without(wrapper);
  const inner = keywords.inner(schema);
  const twice = outer.names.find(
    (keyword) => inner.has(keyword) && !isForUser(keyword) && outer.get(keyword) !== inner.get(keyword),
  );
  if (twice !== undefined) {
    throw keywords.refusal(twice, `"${twice}" stands beside "${wrapper}" and in it; say it once.`);
  }
  return outer.names.reduce((all, keyword) => all.with(keyword, outer.get(keyword)), inner);
}

function isForUser(keyword: string): boolean {
  return ['title', 'description', 'default'].includes(keyword) || keywordTreatment(keyword, 'property') === 'ignored';
}
