import { isRecord } from '#form/json.ts';
import type { JsonObject } from './keywordReader.ts';
import { findTarget } from './unwrapProperty.ts';

/** Schemas that are read for one value. */
const maxBranches = 100;

/** `all`: every alternative of `anyOf` and `oneOf`. `one`: the one that requires least and is not null, as one value has one shape. */
type Alternatives = 'all' | 'one';

/**
 * The schemas that apply, or may apply, to one value: the schema, what it refers to, and what it combines. Each is visited once, so
 * that references may form a cycle.
 */
export function branchesOf(
  schemas: readonly unknown[],
  rootSchema: JsonObject,
  alternatives: Alternatives = 'all',
): readonly JsonObject[] {
  const branches = new Set<JsonObject>();
  const queue = [...schemas];
  for (let schema = queue.shift(); queue.length > 0 || schema !== undefined; schema = queue.shift()) {
    if (!isRecord(schema) || branches.has(schema)) {
      continue;
    }
    if (branches.size === maxBranches) {
      break;
    }
    branches.add(schema);
    const reference = own(schema, '$ref');
    queue.push(...(typeof reference === 'string' ? [findTarget(reference, rootSchema)] : []));
    queue.push(...listAt(schema, 'allOf'));
    for (const keyword of ['anyOf', 'oneOf']) {
      const list = listAt(schema, keyword);
      queue.push(...(alternatives === 'all' ? list : leastOf(list, rootSchema)));
    }
    if (alternatives === 'all') {
      queue.push(own(schema, 'then'), own(schema, 'else'));
    }
  }
  return [...branches];
}

/** The alternative with the fewest required names. */
function leastOf(list: readonly unknown[], rootSchema: JsonObject): readonly unknown[] {
  const ranked = list
    .filter((one) => !isNullSchema(one))
    .slice(0, maxBranches)
    .map((one) => ({ one, count: requiredNames(directBranches(one, rootSchema)).length }));
  return ranked
    .sort((a, b) => a.count - b.count)
    .slice(0, 1)
    .map(({ one }) => one);
}

/** A schema and the schema that it refers to. */
function directBranches(schema: unknown, rootSchema: JsonObject): readonly JsonObject[] {
  const reference = isRecord(schema) ? own(schema, '$ref') : undefined;
  const target = typeof reference === 'string' ? findTarget(reference, rootSchema) : undefined;
  return [schema, target].filter(isRecord);
}

/** The schemas of a property or an element of a value with these branches. */
export function stepInto(branches: readonly JsonObject[], step: string | number): readonly unknown[] {
  return branches.flatMap((branch) =>
    typeof step === 'string' ? propertySchemas(branch, step) : itemSchemas(branch, step),
  );
}

/** The types that the branches name, or that their keywords show. */
export function typesOf(branches: readonly JsonObject[]): ReadonlySet<string> {
  return new Set(branches.flatMap(typesOfBranch));
}

/** The named properties of the branches, each with its schemas. */
export function namedProperties(branches: readonly JsonObject[]): ReadonlyMap<string, readonly unknown[]> {
  const properties = new Map<string, unknown[]>();
  for (const branch of branches) {
    const named = own(branch, 'properties');
    for (const [name, schema] of isRecord(named) ? Object.entries(named) : []) {
      properties.set(name, [...(properties.get(name) ?? []), schema]);
    }
  }
  return properties;
}

/** The names that one of the branches requires. */
export function requiredNames(branches: readonly JsonObject[]): readonly string[] {
  const names = branches.flatMap((branch) => listAt(branch, 'required')).filter((name) => typeof name === 'string');
  return [...new Set(names)];
}

/** An own property of a schema. */
export function own(schema: JsonObject, keyword: string): unknown {
  return Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
}

/** The elements of an own property that is an array. */
export function listAt(schema: JsonObject, keyword: string): readonly unknown[] {
  const list = own(schema, keyword);
  return Array.isArray(list) ? list : [];
}

function propertySchemas(branch: JsonObject, name: string): readonly unknown[] {
  const named = own(branch, 'properties');
  if (isRecord(named) && Object.hasOwn(named, name)) {
    return [named[name]];
  }
  // A pattern of a server is never run here, so each may apply.
  const patterns = own(branch, 'patternProperties');
  return [...(isRecord(patterns) ? Object.values(patterns) : []), own(branch, 'additionalProperties')];
}

function itemSchemas(branch: JsonObject, index: number): readonly unknown[] {
  const items = own(branch, 'items');
  const tuple = Array.isArray(items) ? items : listAt(branch, 'prefixItems');
  if (index < tuple.length) {
    return [tuple[index]];
  }
  return [Array.isArray(items) ? own(branch, 'additionalItems') : items];
}

function typesOfBranch(branch: JsonObject): readonly string[] {
  const type = own(branch, 'type');
  const types = Array.isArray(type) ? type : [type];
  const named = types.filter((one) => typeof one === 'string');
  if (named.length > 0) {
    return named;
  }
  if (isRecord(own(branch, 'properties')) || own(branch, 'additionalProperties') !== undefined) {
    return ['object'];
  }
  if (own(branch, 'items') !== undefined || own(branch, 'prefixItems') !== undefined) {
    return ['array'];
  }
  const values = Object.hasOwn(branch, 'const') ? [branch['const']] : listAt(branch, 'enum');
  return values.map(typeOfValue);
}

function typeOfValue(value: unknown): string {
  if (value === null) {
    return 'null';
  }
  return Array.isArray(value) ? 'array' : typeof value;
}

function isNullSchema(schema: unknown): boolean {
  return (
    isRecord(schema) && (own(schema, 'type') === 'null' || (Object.hasOwn(schema, 'const') && schema['const'] === null))
  );
}
