/** Levels of a message. Deeper ones cannot be written as JSON again: `JSON.stringify` calls itself for each level. */
const deepest = 500;

/** A list or an object, and how far it was looked through. */
interface Level {
  readonly value: object;
  /** Of an object; absent for a list, whose entries are not copied. */
  readonly names: readonly string[] | undefined;
  readonly length: number;
  next: number;
}

/**
 * Whether JSON is nested deeper than anything that means well. Looks at one value after the other without calling itself, and
 * holds no more than the way to the one that it looks at.
 */
export function isTooDeep(value: unknown): boolean {
  const way: Level[] = isContainer(value) ? [levelOf(value)] : [];
  for (let level = way.at(-1); level; level = way.at(-1)) {
    if (level.next === level.length) {
      way.pop();
      continue;
    }
    const part: unknown = Reflect.get(level.value, level.names?.[level.next] ?? level.next);
    level.next += 1;
    if (way.length > deepest) {
      return true;
    }
    if (isContainer(part)) {
      way.push(levelOf(part));
    }
  }
  return false;
}

function levelOf(value: object): Level {
  const names = Array.isArray(value) ? undefined : Object.keys(value);
  return { value, names, length: names?.length ?? (value as readonly unknown[]).length, next: 0 };
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
