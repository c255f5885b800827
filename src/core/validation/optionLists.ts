import { isRecord } from '#form/json.ts';

const annotations = new Set(['const', 'title', 'description', '$comment', 'deprecated', 'examples', 'default']);

/**
 * Replaces each array of titled `const` options by an equivalent `enum`. Ajv generates code for each element of `oneOf` and
 * `anyOf`, and cannot compile a few thousand of them.
 */
export function withEnums(schema: unknown): unknown {
  if (!isRecord(schema) || !isRecord(schema['properties'])) {
    return schema;
  }
  const properties = Object.entries(schema['properties']).map(([name, property]) => [name, asEnum(property)] as const);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Counts the keywords and properties of a schema at all levels, without annotations. */
export function countNames(schema: unknown): number {
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

/** The values of the options; `undefined` if one has other keywords than `const` and annotations, or an object or array as value. */
function constants(options: unknown): readonly unknown[] | undefined {
  const isOption = (option: unknown) =>
    isRecord(option) &&
    Object.hasOwn(option, 'const') &&
    Object.keys(option).every((key) => annotations.has(key)) &&
    typeof option['const'] !== 'object';
  return Array.isArray(options) && options.length > 0 && options.every(isOption)
    ? options.map((option) => option.const)
    : undefined;
}
