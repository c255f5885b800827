import { isRecord } from '#form/json.ts';

/** Bounds of one schema. */
export interface SchemaBounds {
  /** UTF-16 code units of all texts, including names. */
  readonly text: number;
  /** Levels of nesting. */
  readonly depth: number;
  /** Values of any kind. */
  readonly values: number;
  /** Schemas after replacing each reference by its target. */
  readonly expanded: number;
}

type BoundName = keyof SchemaBounds;

/** Keywords that refer to another schema. */
const references: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

/**
 * The bound that a schema exceeds; `undefined` if none. Visits each value once, without recursion and without copying, and
 * stops at the first exceeded bound. A recursive reference counts once.
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
        hasReferences ||= references.has(name);
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

/** The number of schemas and lists in the expanded schema, each counted as often as it is reached. */
function expandedSize(schema: unknown): number {
  const sizes = new Map<object, number>();
  const open = new Set<object>();
  const known = new Map<object, object[]>();
  const targets = new Map<string, object | undefined>();
  // Sizes of referenced values are computed first. An explicit stack, because references can be nested deeper than calls.
  const stack: object[] = isObject(schema) ? [schema] : [];
  while (stack.length > 0) {
    const value = stack.at(-1) as object;
    if (sizes.has(value)) {
      stack.pop();
      continue;
    }
    const parts = known.get(value) ?? partsOf(value, schema, targets);
    if (open.has(value)) {
      known.delete(value);
      const size = parts.reduce((sum, part) => sum + (sizes.get(part) ?? 1), Array.isArray(value) ? 0 : 1);
      sizes.set(value, Math.min(size, Number.MAX_SAFE_INTEGER));
      open.delete(value);
      stack.pop();
    } else {
      open.add(value);
      known.set(value, parts);
      // Not pushed with one call: the number of arguments is limited.
      for (const part of parts) {
        if (!sizes.has(part) && !open.has(part)) {
          stack.push(part);
        }
      }
    }
  }
  return isObject(schema) ? (sizes.get(schema) ?? 0) : 0;
}

/** The values in a value, and the targets of its references. */
function partsOf(value: object, schema: unknown, targets: Map<string, object | undefined>): object[] {
  const parts: object[] = [];
  for (const name in value) {
    const part: unknown = Reflect.get(value, name);
    if (isObject(part)) {
      parts.push(part);
    }
  }
  for (const keyword of references) {
    const reference = isRecord(value) && Object.hasOwn(value, keyword) ? value[keyword] : undefined;
    if (typeof reference === 'string') {
      const known = targets.has(reference) ? targets.get(reference) : targetOf(reference, schema);
      targets.set(reference, known);
      parts.push(...(known ? [known] : []));
    }
  }
  return parts;
}

/** The target of a JSON Pointer in a fragment. Any other reference counts as one to the whole schema. */
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
