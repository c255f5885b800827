import { isRecord } from '#form/json.ts';

/** Bounds of one schema. */
export interface SchemaBounds {
  /** UTF-16 code units of all its texts, names included. */
  readonly text: number;
  /** Levels of nesting. */
  readonly depth: number;
  /** Values in it, of any kind. */
  readonly values: number;
  /** Schemas that it stands for, once each reference is written out where it is used. */
  readonly expanded: number;
}

type BoundName = keyof SchemaBounds;

/** Keywords that refer to another schema. */
const references: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

/**
 * Which of its bounds a schema exceeds; `undefined` when none. Looks at each value once, without calling itself and without
 * copying, and stops at the first bound. A reference to a definition that contains it counts once: recursion is no
 * expansion.
 */
export function exceededBound(schema: unknown, bounds: SchemaBounds): BoundName | undefined {
  // Two lists, because an object for each value would be much garbage.
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
  // Without references it stands for nothing but itself.
  const expanded = hasReferences || values > bounds.expanded ? expandedSize(schema) : values;
  return expanded > bounds.expanded ? 'expanded' : undefined;
}

/** How many schemas and lists a schema comes to, each counted as often as it is reached. */
function expandedSize(schema: unknown): number {
  const sizes = new Map<object, number>();
  const open = new Set<object>();
  const known = new Map<object, object[]>();
  const targets = new Map<string, object | undefined>();
  // Sizes of what is referred to come first: a stack in place of calls, because references can be nested deeper than those.
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
      // Not as arguments of one call, of which there may only be so many.
      for (const part of parts) {
        if (!sizes.has(part) && !open.has(part)) {
          stack.push(part);
        }
      }
    }
  }
  return isObject(schema) ? (sizes.get(schema) ?? 0) : 0;
}

/** What is in a value, and what it refers to. */
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

/** What a JSON Pointer in a fragment leads to. Any other reference may lead anywhere: it is taken for the whole schema. */
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
