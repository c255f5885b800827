/** Keys and indexes, from the root inwards. */
export type Path = readonly (string | number)[];

/** The paths of all texts, numbers, booleans and nulls. */
export function leafPaths(value: unknown, path: Path = []): Path[] {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => leafPaths(inner, [...path, key]))
    : [path];
}

/** The paths of all objects, without lists. */
export function objectPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, entry]) => objectPaths(entry, [...path, key]));
  return Array.isArray(value) ? inner : [path, ...inner];
}

/** The property that a leaf belongs to: of an entry in a list, the list's. */
export const propertyAt = (path: Path) => path.findLast((key) => Number.isNaN(Number(key))) ?? '';

/** A copy of the message whose part at `path` went through `change`. */
export function replacedAt(message: object, path: Path, change: (part: unknown) => unknown): unknown {
  const copy = structuredClone(message);
  const [last, ...before] = [...path].reverse();
  if (last === undefined) return change(copy);
  const parent = before.reduceRight<object>((part, key) => Reflect.get(part, key), copy);
  Object.defineProperty(parent, last, { value: change(Reflect.get(parent, last)), enumerable: true, writable: true });
  return copy;
}
