import type { KnownValues, TextRange } from './knownValues.ts';

/** Values that are masked in a text, and the marker that replaces them. */
export interface MaskedValues {
  readonly values: KnownValues;
  readonly marker: string;
}

/** A range of a text that is masked. Where ranges overlap, the marker of the lower `rank` stands. */
export interface MaskedRange extends TextRange {
  readonly marker: string;
  readonly rank: number;
}

/** A masked text, and the number of UTF-16 code units of the original that follow after it. */
export interface MaskedText {
  readonly text: string;
  readonly rest: number;
}

/** `text` with the values of all `kinds` masked. */
export function maskText(text: string, kinds: readonly MaskedValues[]): string {
  return replaceRanges(text, findMaskedRanges(text, kinds)).text;
}

/** The first `shown` units of `text` with the values of all `kinds` masked, also one that ends after these units. */
export function maskPrefix(text: string, kinds: readonly MaskedValues[], shown: number): MaskedText {
  const read = text.slice(0, 2 * shown);
  const cleaned = replaceRanges(read, findMaskedRanges(read, kinds, shown, read.length < text.length), shown);
  return { ...cleaned, rest: cleaned.rest + text.length - read.length };
}

/** The ranges of the values of `kinds`; the first kind has the lowest rank. `until`, `isCut`: see `KnownValues.rangesIn`. */
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
 * The first `shown` units of `text` with markers in place of the ranges. All ranges are of the original text, so markers
 * are not searched again. Ranges that overlap or touch get one marker.
 */
export function replaceRanges(text: string, ranges: readonly MaskedRange[], shown = text.length): MaskedText {
  const merged: { start: number; end: number; marker: string; rank: number }[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const before = merged.at(-1);
    if (!before || range.start > before.end) {
      merged.push({ ...range });
      continue;
    }
    before.end = Math.max(before.end, range.end);
    if (range.rank < before.rank) {
      before.rank = range.rank;
      before.marker = range.marker;
    }
  }
  const parts: string[] = [];
  let end = 0;
  for (const range of merged.filter(({ start }) => start < shown)) {
    parts.push(text.slice(end, range.start), range.marker);
    end = range.end;
  }
  parts.push(text.slice(end, Math.max(end, shown)));
  return { text: parts.join(''), rest: text.length - Math.min(text.length, Math.max(end, shown)) };
}
