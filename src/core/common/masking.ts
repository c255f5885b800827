import type { KnownValues, TextRange } from './knownValues.ts';

/** Values to mask in texts, and the marker that replaces each of them. */
export interface MaskedValues {
  readonly values: KnownValues;
  readonly marker: string;
}

/** A range of a text that is masked. If ranges overlap, the marker of the one with the lowest `rank` replaces them. */
export interface MaskedRange extends TextRange {
  readonly marker: string;
  readonly rank: number;
}

/** A masked text, and the number of UTF-16 code units of the original that come after it. */
export interface MaskedText {
  readonly text: string;
  readonly rest: number;
}

/** `text` with the values of all `kinds` masked. */
export function maskText(text: string, kinds: readonly MaskedValues[]): string {
  const ranges = findMaskedRanges(text, kinds);
  return ranges.length === 0 ? text : replaceRanges(text, ranges).text;
}

/** The first `length` units of `text` with the values of all `kinds` masked, including a value that ends after these units. */
export function maskPrefix(text: string, kinds: readonly MaskedValues[], length: number): MaskedText {
  const searched = text.slice(0, 2 * length);
  const masked = replaceRanges(
    searched,
    findMaskedRanges(searched, kinds, length, searched.length < text.length),
    length,
  );
  return { ...masked, rest: masked.rest + text.length - searched.length };
}

/** Finds the values of `kinds`. The rank of a range is the index of its kind. `until`, `isCut`: see `KnownValues.rangesIn`. */
export function findMaskedRanges(
  text: string,
  kinds: readonly MaskedValues[],
  until?: number,
  isCut?: boolean,
): MaskedRange[] {
  return kinds.flatMap(({ values, marker }, rank) =>
    values.rangesIn(text, until, isCut).map((range) => ({ ...range, marker, rank })),
  );
}

/**
 * The first `length` units of `text` with markers in place of the ranges. Ranges that overlap or touch get one marker.
 */
export function replaceRanges(text: string, ranges: readonly MaskedRange[], length = text.length): MaskedText {
  const merged: { start: number; end: number; marker: string; rank: number }[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const previous = merged.at(-1);
    if (!previous || range.start > previous.end) {
      merged.push({ ...range });
      continue;
    }
    previous.end = Math.max(previous.end, range.end);
    if (range.rank < previous.rank) {
      previous.rank = range.rank;
      previous.marker = range.marker;
    }
  }
  const parts: string[] = [];
  let end = 0;
  for (const range of merged.filter(({ start }) => start < length)) {
    parts.push(text.slice(end, range.start), range.marker);
    end = range.end;
  }
  parts.push(text.slice(end, Math.max(end, length)));
  return { text: parts.join(''), rest: text.length - Math.min(text.length, Math.max(end, length)) };
}
