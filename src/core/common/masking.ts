import type { KnownValues, TextRange } from './knownValues.ts';

/** Values that a text must not have, and what stands in their place. */
export interface MaskedValues {
  readonly values: KnownValues;
  readonly marker: string;
}

/** A place of a text that is withheld. The lower `rank` says what stands there where places overlap. */
export interface MaskedRange extends TextRange {
  readonly marker: string;
  readonly rank: number;
}

/** What a text has become, and the UTF-16 code units of the text after those that it stands for. */
export interface MaskedText {
  readonly text: string;
  readonly rest: number;
}

/** `text` without the values of any of `kinds`. */
export function maskText(text: string, kinds: readonly MaskedValues[]): string {
  return replaceRanges(text, findMaskedRanges(text, kinds)).text;
}

/** The first `shown` units of `text` without the values of any of `kinds`, also of one that goes on after them. */
export function maskPrefix(text: string, kinds: readonly MaskedValues[], shown: number): MaskedText {
  const read = text.slice(0, 2 * shown);
  const cleaned = replaceRanges(read, findMaskedRanges(read, kinds, shown, read.length < text.length), shown);
  return { ...cleaned, rest: cleaned.rest + text.length - read.length };
}

/** Where the values of `kinds` stand; the first kind has the lowest rank. The others are as in `KnownValues.placesIn`. */
export function findMaskedRanges(
  text: string,
  kinds: readonly MaskedValues[],
  until?: number,
  isCut?: boolean,
): MaskedRange[] {
  return kinds.flatMap(({ values, marker }, rank) =>
    values.rangesIn(text, until, isCut).map((place) => ({ ...place, marker, rank })),
  );
}

/**
 * The first `shown` units of `text` with markers in these places. All places are of the text as it was: what stands in one
 * is never looked at again, and of places that overlap or touch nothing is left between them.
 */
export function replaceRanges(text: string, places: readonly MaskedRange[], shown = text.length): MaskedText {
  const merged: { start: number; end: number; marker: string; rank: number }[] = [];
  for (const place of [...places].sort((a, b) => a.start - b.start)) {
    const before = merged.at(-1);
    if (!before || place.start > before.end) {
      merged.push({ ...place });
      continue;
    }
    before.end = Math.max(before.end, place.end);
    if (place.rank < before.rank) {
      before.rank = place.rank;
      before.marker = place.marker;
    }
  }
  const parts: string[] = [];
  let end = 0;
  for (const place of merged.filter(({ start }) => start < shown)) {
    parts.push(text.slice(end, place.start), place.marker);
    end = place.end;
  }
  parts.push(text.slice(end, Math.max(end, shown)));
  return { text: parts.join(''), rest: text.length - Math.min(text.length, Math.max(end, shown)) };
}
