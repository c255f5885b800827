import { isRecord } from '#form/json.ts';

const annotations = new Set(['const', 'title', 'description', '$comment', 'deprecated', 'examples', 'default']);

/**
 * A schema in which each list of options is an `enum`, where it was a list of `const` with titles: by JSON Schema that is
 * the same. Ajv writes code for every entry of `oneOf` and `anyOf`, and a few thousand are more than it can take.
 */
export function withEnums(schema: unknown): unknown {
  if (!isRecord(schema) || !isRecord(schema['properties'])) {
    return schema;
  }
  const properties = Object.entries(schema['properties']).map(([name, property]) => [name, asEnum(property)] as const);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** How many names a schema has, of keywords and properties, without those that only describe. Lists are looked through. */
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
  // With an `enum` beside it, or with the same value twice, the two would not mean the same.
  if (keyword === undefined || !values || Object.hasOwn(rest, 'enum') || new Set(values).size < values.length) {
    return rest;
  }
  const { [keyword]: _, ...others } = rest;
  return { ...others, enum: values };
}

/** The values, where the entries say nothing else. Objects and lists are not compared, and so not taken. */
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
