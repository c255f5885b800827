import { isRecord } from '#form/json.ts';
import type { BranchWalk } from './branchWalk.ts';
import type { JsonObject } from './keywordReader.ts';

/** Schemas that are read for one value. */
const maxBranches = 100;

/** `all`: every alternative of `anyOf` and `oneOf`. `one`: the one that requires least and is not null, as one value has one shape. */
type Alternatives = 'all' | 'one';

/**
 * The schemas that apply, or may apply, to one value: the schema, what it refers to, and what it combines. Each is visited once, so
 * that references may form a cycle. Incomplete if the walk is.
 */
export function branchesOf(
  schemas: readonly unknown[],
  walk: BranchWalk,
  alternatives: Alternatives = 'all',
): readonly JsonObject[] {
  const branches = new Set<JsonObject>();
  const queue: unknown[] = [];
  const add = (list: readonly unknown[]) => {
    // Not `push(...list)`: the number of arguments is limited.
    for (const schema of walk.spend(list.length) ? list : []) {
      queue.push(schema);
    }
  };
  add(schemas);
  for (let next = 0; next < queue.length && branches.size < maxBranches && walk.isComplete; next += 1) {
    const schema = queue[next];
    if (!isRecord(schema) || branches.has(schema)) {
      continue;
    }
    branches.add(schema);
    add(targetOf(schema, walk));
    add(listAt(schema, 'allOf'));
    for (const keyword of ['anyOf', 'oneOf']) {
      const list = listAt(schema, keyword);
      add(alternatives === 'all' ? list : leastOf(list, walk));
    }
    if (alternatives === 'all') {
      add([own(schema, 'then'), own(schema, 'else')]);
    }
  }
  return [...branches];
}

/** The alternative with the shortest lists of required names. */
function leastOf(list: readonly unknown[], walk: BranchWalk): readonly unknown[] {
  const others = walk.spend(list.length) ? list.filter((one) => !isNullSchema(one)).slice(0, maxBranches) : [];
  const ranked = others.map((one) => ({ one, count: requiredCount(one, walk) }));
  return ranked
    .sort((a, b) => a.count - b.count)
    .slice(0, 1)
    .map(({ one }) => one);
}

/** The length of the required names of a schema and of the schema that it refers to. */
function requiredCount(schema: unknown, walk: BranchWalk): number {
  const parts = isRecord(schema) ? [schema, ...targetOf(schema, walk)].filter(isRecord) : [];
  return parts.reduce((count, part) => count + listAt(part, 'required').length, 0);
}

/** The schema that a schema refers to, if any. */
function targetOf(schema: JsonObject, walk: BranchWalk): readonly unknown[] {
  const reference = own(schema, '$ref');
  return typeof reference === 'string' ? [walk.target(reference)] : [];
}

/** The schemas of a property or an element of a value with these branches. */
export function stepInto(branches: readonly JsonObject[], step: string | number): readonly unknown[] {
  return branches.flatMap((branch) =>
    typeof step === 'string' ? propertySchemas(branch, step) : itemSchemas(branch, step),
  );
}

/** The types that the branches name, or that their keywords show. */
export function typesOf(branches: readonly JsonObject[], walk: BranchWalk): ReadonlySet<string> {
  return new Set(branches.flatMap((branch) => typesOfBranch(branch, walk)));
}

/** The named properties of the branches, each with its schemas. */
export function namedProperties(branches: readonly JsonObject[]): ReadonlyMap<string, readonly unknown[]> {
  const properties = new Map<string, unknown[]>();
  for (const branch of branches) {
    const named = own(branch, 'properties');
    for (const [name, schema] of isRecord(named) ? Object.entries(named) : []) {
      const schemas = properties.get(name) ?? [];
      schemas.push(schema);
      properties.set(name, schemas);
    }
  }
  return properties;
}

/** The names that one of the branches requires. */
export function requiredNames(branches: readonly JsonObject[], walk: BranchWalk): readonly string[] {
  const lists = branches.map((branch) => listAt(branch, 'required')).filter((list) => walk.spend(list.length));
  return [...new Set(lists.flat().filter((name) => typeof name === 'string'))];
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

function typesOfBranch(branch: JsonObject, walk: BranchWalk): readonly string[] {
  const type = own(branch, 'type');
  const types = Array.isArray(type) ? type : [type];
  const named = (walk.spend(types.length) ? types : []).filter((one) => typeof one === 'string');
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
  return walk.spend(values.length) ? values.map(typeOfValue) : [];
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
