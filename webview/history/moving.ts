/** Lines that PageUp and PageDown go past. */
const pageLines = 10;

/**
 * Where a key leads in a list of `count` lines; `undefined` for one that leads nowhere. `index` is -1 where no line is
 * chosen yet.
 */
export function lineAfterKey(key: string, index: number, count: number): number | undefined {
  const target = targetOf(key, index, count);
  return target === undefined || count === 0 ? undefined : Math.min(Math.max(target, 0), count - 1);
}

function targetOf(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return index + 1;
    case 'ArrowUp':
      return index - 1;
    case 'PageDown':
      return index + pageLines;
    case 'PageUp':
      return index - pageLines;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
