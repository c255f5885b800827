import type { TextEdit, TextSpan } from './configText.ts';

/**
 * Removes members of an object, or items of a list, with the commas that they leave behind. Comments beside them stay.
 * @param all every member or item
 */
export function removeFromList<T extends TextSpan>(text: string, all: readonly T[], removed: readonly T[]): TextEdit[] {
  const sorted = [...all].sort((one, other) => one.start - other.start);
  const edits: TextEdit[] = [];
  for (let first = 0; first < sorted.length; first++) {
    let last = first;
    while (last < sorted.length && removed.includes(sorted[last] as T)) last++;
    const run = sorted.slice(first, last);
    if (run.length > 0) {
      edits.push(removeRun(text, sorted[first - 1], run, sorted[last]));
      first = last;
    }
  }
  return edits;
}

function removeRun(
  text: string,
  previous: TextSpan | undefined,
  run: readonly TextSpan[],
  next: TextSpan | undefined,
): TextEdit {
  const start = run[0]?.start ?? 0;
  const end = run.at(-1)?.end ?? 0;
  const comments = run.slice(1).map((span, index) => commentsIn(text.slice(run[index]?.end, span.start)));
  const kept = comments.join('');
  if (previous && /^\s*,\s*$/.test(text.slice(previous.end, start))) {
    return { start: previous.end, end, text: kept };
  }
  if (next && /^\s*,\s*$/.test(text.slice(end, next.start))) {
    return { start, end: next.start, text: kept };
  }
  // Comments stand beside it, or nothing else is there.
  const comma = /^\s*,/.exec(text.slice(end, next?.start));
  if (comma) {
    return { start, end: end + comma[0].length, text: kept };
  }
  const between = previous ? text.slice(previous.end, start) : '';
  return { start: start - between.length, end, text: withoutCommas(between) + kept };
}

function commentsIn(between: string): string {
  return between.includes('/') ? withoutCommas(between) : '';
}

/** Comments without the commas outside of them. */
function withoutCommas(between: string): string {
  return between.replace(/(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|,/g, (_all, comment: string | undefined) => comment ?? '');
}
