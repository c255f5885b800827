/** Levels of a message. Deeper ones cannot be written as JSON again: `JSON.stringify` calls itself for each level. */
const deepest = 500;

/** Whether JSON is nested deeper than anything that means well. Looks level by level, without calling itself. */
export function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= deepest && level.length > 0; depth += 1) {
    level = level.flatMap((part) => (typeof part === 'object' && part !== null ? Object.values(part) : []));
  }
  return level.length > 0;
}
