import { isRecord } from '#form/json.ts';
import type { JsonObject } from './keywordReader.ts';
import { branchesOf, listAt, own, requiredNames, stepInto, typesOf } from './schemaBranches.ts';

/** Levels of nesting, and values, of one template. */
const maxDepth = 5;
const maxValues = 60;
/** UTF-16 code units of a value that the schema names: a default or a constant. */
const maxNamedLength = 500;
/** UTF-16 code units of a template as JSON. */
const maxTemplateLength = 5000;

/**
 * A value for a schema with all required keys: the default or the only value where there is one, an empty text for a text, and null
 * for other values, so that what was not filled in is refused.
 */
export function templateValue(schemas: readonly unknown[], rootSchema: JsonObject): unknown {
  let values = 0;
  const fill = (parts: readonly unknown[], depth: number): unknown => {
    values += 1;
    const branches = branchesOf(parts, rootSchema, 'one');
    const named = namedValue(branches);
    if (named !== undefined) {
      return named;
    }
    const types = typesOf(branches);
    if (types.has('object')) {
      const names = depth < maxDepth ? requiredNames(branches).slice(0, Math.max(0, maxValues - values)) : [];
      // `Object.fromEntries` also creates an own property for a name such as `__proto__`; an assignment would not.
      return Object.fromEntries(names.map((name) => [name, fill(stepInto(branches, name), depth + 1)]));
    }
    if (types.has('array')) {
      const items = depth < maxDepth && values < maxValues ? fill(stepInto(branches, 0), depth + 1) : undefined;
      return hasKeys(items) ? [items] : [];
    }
    return types.has('string') ? '' : null;
  };
  return fill(schemas, 0);
}

/** The template as indented JSON, of the object or of one element of the array; `undefined` if it has no keys. */
export function templateJson(
  schemas: readonly unknown[],
  rootSchema: JsonObject,
  accepts: 'object' | 'array' | 'any',
): string | undefined {
  const branches = branchesOf(schemas, rootSchema, 'one');
  const value = templateValue(accepts === 'array' ? stepInto(branches, 0) : schemas, rootSchema);
  const json = accepts !== 'any' && hasKeys(value) ? JSON.stringify(value, undefined, 2) : undefined;
  return json !== undefined && json.length <= maxTemplateLength ? json : undefined;
}

function namedValue(branches: readonly JsonObject[]): unknown {
  for (const branch of branches) {
    const options = listAt(branch, 'enum');
    const value = own(branch, 'default') ?? own(branch, 'const') ?? (options.length === 1 ? options[0] : undefined);
    if (value !== undefined && JSON.stringify(value).length <= maxNamedLength) {
      return value;
    }
  }
  return undefined;
}

function hasKeys(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length > 0;
}
