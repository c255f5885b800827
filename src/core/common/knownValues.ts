/** A part of a text, in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** In UTF-16 code units. Shorter values are not searched. */
export const minValueLength = 3;
/** The comparisons of code units that a search may take: for each unit of the text, and in addition. */
const workPerUnit = 16;
const baseWork = 100_000;
/** Bits of the smallest and of the largest table of beginnings. */
const minBits = 12;
const maxBits = 18;

/**
 * Searches texts for many values at once. At each unit of a text a binary search finds the longest value that begins there,
 * so the time depends little on the number of values. The time is bounded for all values and texts.
 */
export class KnownValues {
  /** In the order of their code units, without duplicates. */
  readonly #sorted: readonly string[];
  /** For each value the index of the longest other value that it begins with, or -1. */
  readonly #parents: Int32Array;
  /** The hashes of the beginnings of all values. Most units of most texts begin no value. */
  readonly #beginnings: Uint8Array;

  constructor(values: Iterable<string>) {
    this.#sorted = [...new Set(values)].filter(({ length }) => length >= minValueLength).sort();
    this.#parents = parentsIn(this.#sorted);
    const bits = Math.ceil(Math.log2(this.#sorted.length * 16 + 1));
    this.#beginnings = new Uint8Array(2 ** Math.min(maxBits, Math.max(minBits, bits)));
    for (const value of this.#sorted) {
      this.#beginnings[this.#hash(value, 0)] = 1;
    }
  }

  /**
   * The ranges of `text` that are values, in order; ranges that overlap or touch are merged. Only values that begin before
   * `until` are searched. `isCut`: the text was longer, and the beginning of a value at its end counts. When the search
   * takes too long, the rest of the text is one range.
   */
  rangesIn(text: string, until = text.length, isCut = false): TextRange[] {
    const ranges: { start: number; end: number }[] = [];
    const work = { left: baseWork + workPerUnit * text.length };
    const last = Math.min(until, text.length - minValueLength + 1);
    for (let start = 0; start < last && this.#sorted.length > 0; start += 1) {
      if (this.#beginnings[this.#hash(text, start)] === 1) {
        const end = work.left < 0 ? text.length : start + this.#lengthAt(text, start, isCut, work);
        const before = ranges.at(-1);
        if (before && start <= before.end) {
          before.end = Math.max(before.end, end);
        } else if (end > start) {
          ranges.push({ start, end });
        }
        if (end === text.length) {
          break;
        }
      }
    }
    return ranges;
  }

  #hash(text: string, at: number): number {
    const hash = (text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) * 31 + text.charCodeAt(at + 2);
    return hash & (this.#beginnings.length - 1);
  }

  /** The length of the longest value at `start`, or 0. */
  #lengthAt(text: string, start: number, isCut: boolean, work: { left: number }): number {
    let low = 0;
    let high = this.#sorted.length;
    // The units that the values before `low` and at `high` share with the text.
    let sameLow = 0;
    let sameHigh = 0;
    while (low < high) {
      const middle = (low + high) >> 1;
      const value = this.#sorted[middle] ?? '';
      const same = sameUnits(value, text, start, Math.min(sameLow, sameHigh));
      work.left -= same - Math.min(sameLow, sameHigh) + 1;
      const isAtEnd = start + same === text.length;
      if (isAtEnd && isCut) {
        return same;
      }
      if (same === value.length || (!isAtEnd && value.charCodeAt(same) < text.charCodeAt(start + same))) {
        low = middle + 1;
        sameLow = same;
      } else {
        high = middle;
        sameHigh = same;
      }
    }
    // Every value that the text has here is the one before `low`, or a beginning of that one.
    let found = low - 1;
    while (found >= 0 && (this.#sorted[found] ?? '').length > sameLow) {
      found = this.#parents[found] ?? -1;
      work.left -= 1;
    }
    return found < 0 ? 0 : (this.#sorted[found] ?? '').length;
  }
}

/** The number of units of `value` that the text has from `start` on. The first `from` are known to be equal. */
function sameUnits(value: string, text: string, start: number, from: number): number {
  const most = Math.min(value.length, text.length - start);
  let same = from;
  while (same < most && value.charCodeAt(same) === text.charCodeAt(start + same)) {
    same += 1;
  }
  return same;
}

function parentsIn(sorted: readonly string[]): Int32Array {
  const parents = new Int32Array(sorted.length);
  const open: number[] = [];
  sorted.forEach((value, index) => {
    while (open.length > 0 && !value.startsWith(sorted[open.at(-1) ?? 0] ?? '')) {
      open.pop();
    }
    parents[index] = open.at(-1) ?? -1;
    open.push(index);
  });
  return parents;
}
