import { isRecord } from '#form/json.ts';
import type { BranchWalk } from './branchWalk.ts';
import type { JsonObject } from './keywordReader.ts';
import { branchesOf, listAt, own, requiredNames, stepInto, typesOf } from './schemaBranches.ts';

/** Levels of nesting, and values, of one template. */
const maxDepth = 5;
const maxValues = 60;
/** UTF-16 code units of a value that the schema names: a default or a constant. */
const maxNamedLength = 500;
/** UTF-16 code units of a template as JSON. */
const maxTemplateLength = 5000;

/** UTF-16 code units of JSON that are written for one visit of the walk. */
const lengthOfVisit = 50;

/** A value for a schema. `isComplete`: it has no value that was invented, and no required key is missing, so that it can be sent. */
interface Template<T> {
  readonly value: T;
  readonly isComplete: boolean;
}

/**
 * A value for a schema with all required keys: the default or the only value where there is one, an empty text for a text, and null
 * for other values, so that what was not filled in is refused.
 */
export function templateOf(schemas: readonly unknown[], walk: BranchWalk): Template<unknown> {
  let values = 0;
  let isComplete = true;
  const partsAt = (branches: readonly JsonObject[], step: string | number) =>
    walk.spend(branches.length) ? stepInto(branches, step) : [];
  const fill = (parts: readonly unknown[], depth: number): unknown => {
    values += 1;
    const branches = branchesOf(parts, walk, 'one');
    const named = namedValue(branches, walk);
    if (named) {
      return named.value;
    }
    const types = typesOf(branches, walk);
    if (types.has('object')) {
      const required = requiredNames(branches, walk);
      const names = depth < maxDepth ? required.slice(0, Math.max(0, maxValues - values)) : [];
      isComplete &&= names.length === required.length;
      // `Object.fromEntries` also creates an own property for a name such as `__proto__`; an assignment would not.
      return Object.fromEntries(names.map((name) => [name, fill(partsAt(branches, name), depth + 1)]));
    }
    if (types.has('array')) {
      const isCompleteBefore = isComplete;
      const items = depth < maxDepth && values < maxValues ? fill(partsAt(branches, 0), depth + 1) : undefined;
      if (hasKeys(items)) {
        return [items];
      }
      isComplete = isCompleteBefore;
      return [];
    }
    isComplete = false;
    return types.has('string') ? '' : null;
  };
  const value = fill(schemas, 0);
  return { value, isComplete: isComplete && walk.isComplete };
}

/** The template as indented JSON, of the object or of one element of the array; `undefined` if it has no keys. */
export function templateJson(
  schemas: readonly unknown[],
  walk: BranchWalk,
  accepts: 'object' | 'array' | 'any',
): Template<string> | undefined {
  const branches = branchesOf(schemas, walk, 'one');
  const { value, isComplete } = templateOf(accepts === 'array' ? stepInto(branches, 0) : schemas, walk);
  const json = accepts !== 'any' && hasKeys(value) ? JSON.stringify(value, undefined, 2) : undefined;
  return json !== undefined && json.length <= maxTemplateLength ? { value: json, isComplete } : undefined;
}

/** The default or the only value. A default of null says that there is none. */
function namedValue(branches: readonly JsonObject[], walk: BranchWalk): { readonly value: unknown } | undefined {
  for (const branch of branches) {
    const options = listAt(branch, 'enum');
    const only = options.length === 1 ? options[0] : undefined;
    const value = own(branch, 'default') ?? (Object.hasOwn(branch, 'const') ? branch['const'] : only);
    const length = value === undefined || !walk.isComplete ? undefined : JSON.stringify(value).length;
    if (length !== undefined && walk.spend(Math.ceil(length / lengthOfVisit)) && length <= maxNamedLength) {
      return { value };
    }
  }
  return undefined;
}

function hasKeys(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length > 0;
}
