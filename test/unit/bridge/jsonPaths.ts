/** The keys and indexes from the root to a part. */
export type Path = readonly (string | number)[];

/** The paths of all texts, numbers, booleans and nulls. */
export function leafPaths(value: unknown, path: Path = []): Path[] {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => leafPaths(inner, [...path, key]))
    : [path];
}

/** The paths of all objects that are not arrays. */
export function objectPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, entry]) => objectPaths(entry, [...path, key]));
  return Array.isArray(value) ? inner : [path, ...inner];
}

/** The last property of a path, without array indexes after it. */
export const propertyAt = (path: Path) => path.findLast((key) => Number.isNaN(Number(key))) ?? '';

/** A copy of the message whose part at `path` is replaced by the result of `change`. */
export function replacedAt(message: object, path: Path, change: (part: unknown) => unknown): unknown {
  const copy = structuredClone(message);
  const [last, ...before] = [...path].reverse();
  if (last === undefined) return change(copy);
  const parent = before.reduceRight<object>((part, key) => Reflect.get(part, key), copy);
  Object.defineProperty(parent, last, { value: change(Reflect.get(parent, last)), enumerable: true, writable: true });
  return copy;
}
