import { isRecord } from '#form/json.ts';

/** The bounds of one schema. */
export interface SchemaBounds {
  /** The UTF-16 code units of all texts, including names. */
  readonly text: number;
  /** The number of nested levels. */
  readonly depth: number;
  /** The number of values of any kind. */
  readonly values: number;
  /** The number of schemas after each reference is replaced by its target. */
  readonly expanded: number;
}

type BoundName = keyof SchemaBounds;

/** Keywords that refer to another schema. */
const referenceKeywords: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

/**
 * The first bound that a schema exceeds; `undefined` if the schema exceeds none. Visits each value once, without recursion and
 * without copying. A recursive reference counts once.
 */
export function exceededBound(schema: unknown, bounds: SchemaBounds): BoundName | undefined {
  // Two arrays, to avoid an object for each value.
  const pending: unknown[] = [schema];
  const depths: number[] = [0];
  let text = 0;
  let values = 0;
  let hasReferences = false;
  for (let depth = depths.pop(); depth !== undefined; depth = depths.pop()) {
    const value = pending.pop();
    values += 1;
    if (typeof value === 'string') {
      text += value.length;
    } else if (typeof value === 'object' && value !== null) {
      const isList = Array.isArray(value);
      for (const name in value) {
        text += isList ? 0 : name.length;
        hasReferences ||= referenceKeywords.has(name);
        pending.push(Reflect.get(value, name));
        depths.push(depth + 1);
        if (pending.length + values > bounds.values) {
          return 'values';
        }
      }
    }
    if (text > bounds.text) {
      return 'text';
    }
    if (depth > bounds.depth) {
      return 'depth';
    }
  }
  // Without references nothing is expanded.
  const expanded = hasReferences || values > bounds.expanded ? expandedSize(schema) : values;
  return expanded > bounds.expanded ? 'expanded' : undefined;
}

/** The number of schemas and arrays in the expanded schema. One that is reached several times is counted several times. */
function expandedSize(schema: unknown): number {
  const sizes = new Map<object, number>();
  const open = new Set<object>();
  const partsByValue = new Map<object, object[]>();
  const targets = new Map<string, object | undefined>();
  // The sizes of the parts of a value are computed before its size. Uses a stack, because recursion would be too deep.
  const stack: object[] = isObject(schema) ? [schema] : [];
  while (stack.length > 0) {
    const value = stack.at(-1) as object;
    if (sizes.has(value)) {
      stack.pop();
      continue;
    }
    const parts = partsByValue.get(value) ?? partsOf(value, schema, targets);
    if (open.has(value)) {
      partsByValue.delete(value);
      const size = parts.reduce((sum, part) => sum + (sizes.get(part) ?? 1), Array.isArray(value) ? 0 : 1);
      sizes.set(value, Math.min(size, Number.MAX_SAFE_INTEGER));
      open.delete(value);
      stack.pop();
    } else {
      open.add(value);
      partsByValue.set(value, parts);
      // Pushed one by one, because the number of arguments of a call is limited.
      for (const part of parts) {
        if (!sizes.has(part) && !open.has(part)) {
          stack.push(part);
        }
      }
    }
  }
  return isObject(schema) ? (sizes.get(schema) ?? 0) : 0;
}

/** The objects and arrays that are direct parts of a value, and the targets of its references. */
function partsOf(value: object, schema: unknown, targets: Map<string, object | undefined>): object[] {
  const parts: object[] = [];
  for (const name in value) {
    const part: unknown = Reflect.get(value, name);
    if (isObject(part)) {
      parts.push(part);
    }
  }
  for (const keyword of referenceKeywords) {
    const reference = isRecord(value) && Object.hasOwn(value, keyword) ? value[keyword] : undefined;
    if (typeof reference === 'string') {
      const target = targets.has(reference) ? targets.get(reference) : targetOf(reference, schema);
      targets.set(reference, target);
      parts.push(...(target ? [target] : []));
    }
  }
  return parts;
}

/** The target of a JSON Pointer in a URI fragment. Any other reference counts as a reference to the whole schema. */
function targetOf(reference: string, schema: unknown): object | undefined {
  if (!reference.startsWith('#/')) {
    return isObject(schema) ? schema : undefined;
  }
  let part: unknown = schema;
  for (let start = 2; start <= reference.length; ) {
    const slash = reference.indexOf('/', start);
    const end = slash === -1 ? reference.length : slash;
    const name = reference.slice(start, end).replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isObject(part) || !Object.hasOwn(part, name)) {
      return undefined;
    }
    part = Reflect.get(part, name);
    start = end + 1;
  }
  return isObject(part) ? part : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
