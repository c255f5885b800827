import { isRecord } from '#form/json.ts';
import { adviceAgainst, treatmentOf } from './keywords.ts';
import type { SchemaBudget } from './schemaBudget.ts';
import { type JsonObject, Keywords } from './schemaKeywords.ts';

/** Schemas of one property that may stand around each other. */
const mostWrappers = 10;
/** Steps of a reference. */
const longestPointer = 20;

/** What a property is read with. */
export interface PropertyContext {
  /** The whole schema, where local references lead. */
  readonly root: JsonObject;
  readonly budget: SchemaBudget;
  /** Throws `Refusal` for keywords that cannot be kept. */
  readonly refuse: (keywords: Keywords) => void;
}

/** A property, and what each entry is where it is a list. */
export interface PlainProperty {
  readonly keywords: Keywords;
  readonly items: Keywords | undefined;
}

/** Refuses what the schema of a question may not have in a property. */
export function refuseUnsupported(keywords: Keywords): void {
  const refused = keywords.names.find((keyword) => treatmentOf(keyword, 'property') === 'refused');
  if (refused !== undefined) {
    throw keywords.refusal(refused, adviceAgainst(refused, 'property'));
  }
}

/**
 * The keywords of a property without what only wraps them: a local `$ref`, an `allOf` with one entry, `anyOf` or `oneOf`
 * of one schema and null, null in a list of types and among their options. Null is never sent, so allowing it says no more
 * than that the property can be left out where it is not required. Throws `Refusal` where several meanings remain.
 */
export function plainProperty(property: string, schema: JsonObject, context: PropertyContext): PlainProperty {
  const keywords = unwrapped(Keywords.of(property, schema, context.budget), context);
  const items = keywords.get('items');
  return { keywords, items: isRecord(items) ? unwrapped(keywords.inner(items), context) : undefined };
}

function unwrapped(given: Keywords, context: PropertyContext): Keywords {
  let keywords = given;
  for (let wrappers = 0; ; wrappers += 1) {
    // Of an object it is said that it is one, and not what is in it.
    if (keywords.get('type') !== 'object') {
      context.refuse(keywords);
    }
    const inner = withoutReference(keywords, context.root) ?? withoutAllOf(keywords) ?? withoutNullBranch(keywords);
    if (!inner) {
      return withType(withoutNull(keywords));
    }
    if (wrappers === mostWrappers) {
      throw keywords.refusal('$ref', `more than ${mostWrappers} schemas stand around each other.`);
    }
    keywords = inner;
  }
}

function withoutReference(keywords: Keywords, root: JsonObject): Keywords | undefined {
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

/** What a JSON Pointer in a fragment leads to (RFC 6901, 6); `undefined` where that is nothing in this schema. */
function targetOf(reference: string, root: JsonObject): unknown {
  const [fragment, ...steps] = reference.split('/', longestPointer);
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

function withoutAllOf(keywords: Keywords): Keywords | undefined {
  if (!keywords.has('allOf')) {
    return undefined;
  }
  const [only, ...others] = keywords.list('allOf') ?? [];
  if (!isRecord(only) || others.length > 0) {
    throw keywords.refusal('allOf', '"allOf" of several schemas is not supported; write the keywords in one schema.');
  }
  return merged(keywords, 'allOf', only);
}

/** Takes the null out of `anyOf` or `oneOf`. What is left is one schema, or a list of options, or refused. */
function withoutNullBranch(keywords: Keywords): Keywords | undefined {
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

/** One type in place of a list with it and null; then null is no option either. */
function withoutNull(keywords: Keywords): Keywords {
  const types = keywords.list('type');
  const others = types?.filter((type) => type !== 'null') ?? [];
  if (!types || others.length !== 1) {
    return keywords;
  }
  const options = types.length > 1 ? keywords.list('enum')?.filter((option) => option !== null) : undefined;
  const typed = keywords.with('type', others[0]);
  return options ? typed.with('enum', options) : typed;
}

/** Options without a type have that of their values. */
function withType(keywords: Keywords): Keywords {
  if (keywords.has('type')) {
    return keywords;
  }
  const types = new Set(listedValues(keywords).map((value) => typeof value));
  const [type] = types;
  return types.size === 1 && (type === 'string' || type === 'number' || type === 'boolean')
    ? keywords.with('type', type)
    : keywords;
}

function listedValues(keywords: Keywords): readonly unknown[] {
  if (keywords.has('const')) {
    return [keywords.get('const')];
  }
  const rule = ['enum', 'oneOf', 'anyOf'].find((keyword) => keywords.has(keyword));
  const listed = (rule !== undefined && keywords.list(rule)) || [];
  return listed.map((entry) => (isRecord(entry) && rule !== 'enum' ? entry['const'] : entry));
}

/**
 * What a wrapper says beside what it wraps: both count. Words for the user are the wrapper's where it has any; every other
 * keyword may be said twice only in the same way.
 */
function merged(keywords: Keywords, wrapper: string, schema: JsonObject): Keywords {
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
  return ['title', 'description', 'default'].includes(keyword) || treatmentOf(keyword, 'property') === 'ignored';
}
