import { isRecord } from '#form/json.ts';

const annotations = new Set(['const', 'title', 'description', '$comment', 'deprecated', 'examples', 'default']);

/**
 * Replaces each list of titled `const` options by an equivalent `enum`. Ajv generates code for every entry of `oneOf` and
 * `anyOf`, and cannot compile a few thousand of them.
 */
export function withEnums(schema: unknown): unknown {
  if (!isRecord(schema) || !isRecord(schema['properties'])) {
    return schema;
  }
  const properties = Object.entries(schema['properties']).map(([name, property]) => [name, asEnum(property)] as const);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Counts the keywords and properties of a schema, without annotations. Descends into lists. */
export function namesIn(schema: unknown): number {
  const pending: unknown[] = [schema];
  let names = 0;
  while (pending.length > 0) {
    const value = pending.pop();
    const isList = Array.isArray(value);
    if (typeof value === 'object' && value !== null) {
      for (const [name, part] of Object.entries(value)) {
        names += isList || annotations.has(name) ? 0 : 1;
        if (typeof part === 'object' && part !== null) {
          pending.push(part);
        }
      }
    }
  }
  return names;
}

function asEnum(property: unknown): unknown {
  if (!isRecord(property)) {
    return property;
  }
  const { items } = property;
  const rest = items === undefined ? property : { ...property, items: asEnum(items) };
  const keyword = ['oneOf', 'anyOf'].find((key) => Object.hasOwn(rest, key));
  const values = keyword === undefined ? undefined : constants(rest[keyword]);
  // With another `enum`, or with duplicate values, the result would not be equivalent.
  if (keyword === undefined || !values || Object.hasOwn(rest, 'enum') || new Set(values).size < values.length) {
    return rest;
  }
  const { [keyword]: _, ...others } = rest;
  return { ...others, enum: values };
}

/** The values, if the entries contain only `const` and annotations. `undefined` otherwise, and if a value is an object or list. */
function constants(entries: unknown): readonly unknown[] | undefined {
  const isOption = (entry: unknown) =>
    isRecord(entry) &&
    Object.hasOwn(entry, 'const') &&
    Object.keys(entry).every((key) => annotations.has(key)) &&
    typeof entry['const'] !== 'object';
  return Array.isArray(entries) && entries.length > 0 && entries.every(isOption)
    ? entries.map((entry) => entry.const)
    : undefined;
}
