/** A part of a text, in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The length of the shortest value that is searched, in UTF-16 code units. */
export const minValueLength = 3;
/** A search may compare `baseComparisons` code units, and `comparisonsPerUnit` more for each unit of the text. */
const comparisonsPerUnit = 16;
const baseComparisons = 100_000;
/** The smallest and the largest hash table have 2 to the power of these numbers of entries. */
const minTableBits = 12;
const maxTableBits = 18;

/**
 * Searches texts for many values at once. At each unit of a text a binary search finds the longest value that starts there,
 * so the time depends little on the number of values. The time is bounded for all values and texts.
 */
export class KnownValues {
  /** The values, in the order of their code units, without duplicates. */
  readonly #sorted: readonly string[];
  /** For each value the index of the longest other value that is a prefix of it, or -1. */
  readonly #longestPrefixes: Int32Array;
  /**
   * 1 at the hash of the first three units of each value. Skips the binary search for most positions of a text, because no
   * value starts there.
   */
  readonly #startHashes: Uint8Array;

  constructor(values: Iterable<string>) {
    this.#sorted = [...new Set(values)].filter(({ length }) => length >= minValueLength).sort();
    this.#longestPrefixes = longestPrefixesIn(this.#sorted);
    const bits = Math.ceil(Math.log2(this.#sorted.length * 16 + 1));
    this.#startHashes = new Uint8Array(2 ** Math.min(maxTableBits, Math.max(minTableBits, bits)));
    for (const value of this.#sorted) {
      this.#startHashes[this.#hash(value, 0)] = 1;
    }
  }

  get isEmpty(): boolean {
    return this.#sorted.length === 0;
  }

  /**
   * The ranges of `text` that are values, in order; ranges that overlap or touch are merged. Only values that start before
   * `until` are searched. `isCut`: the text was longer, so a prefix of a value at its end counts as the value. If the search
   * takes too many comparisons, the rest of the text becomes one range.
   */
  rangesIn(text: string, until = text.length, isCut = false): TextRange[] {
    const ranges: { start: number; end: number }[] = [];
    const budget = { comparisons: baseComparisons + comparisonsPerUnit * text.length };
    const last = Math.min(until, text.length - minValueLength + 1);
    for (let start = 0; start < last && this.#sorted.length > 0; start += 1) {
      if (this.#startHashes[this.#hash(text, start)] === 1) {
        const end = budget.comparisons < 0 ? text.length : start + this.#lengthAt(text, start, isCut, budget);
        const previous = ranges.at(-1);
        if (previous && start <= previous.end) {
          previous.end = Math.max(previous.end, end);
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
    return hash & (this.#startHashes.length - 1);
  }

  /** The length of the longest value at `start`, or 0. Takes the comparisons from the budget. */
  #lengthAt(text: string, start: number, isCut: boolean, budget: { comparisons: number }): number {
    let low = 0;
    let high = this.#sorted.length;
    // The number of units that the values at `low - 1` and at `high` have in common with the text from `start` on.
    let commonAtLow = 0;
    let commonAtHigh = 0;
    while (low < high) {
      const middle = (low + high) >> 1;
      const value = this.#sorted[middle] ?? '';
      const common = commonUnits(value, text, start, Math.min(commonAtLow, commonAtHigh));
      budget.comparisons -= common - Math.min(commonAtLow, commonAtHigh) + 1;
      const isAtEnd = start + common === text.length;
      if (isAtEnd && isCut) {
        return common;
      }
      if (common === value.length || (!isAtEnd && value.charCodeAt(common) < text.charCodeAt(start + common))) {
        low = middle + 1;
        commonAtLow = common;
      } else {
        high = middle;
        commonAtHigh = common;
      }
    }
    // Every value that starts here in the text is the value at `low - 1` or a prefix of it.
    let index = low - 1;
    while (index >= 0 && (this.#sorted[index] ?? '').length > commonAtLow) {
      index = this.#longestPrefixes[index] ?? -1;
      budget.comparisons -= 1;
    }
    return index < 0 ? 0 : (this.#sorted[index] ?? '').length;
  }
}

/** The number of units that `value` and the text from `start` on have in common. The first `from` are known to be equal. */
function commonUnits(value: string, text: string, start: number, from: number): number {
  const max = Math.min(value.length, text.length - start);
  let common = from;
  while (common < max && value.charCodeAt(common) === text.charCodeAt(start + common)) {
    common += 1;
  }
  return common;
}

function longestPrefixesIn(sorted: readonly string[]): Int32Array {
  const prefixes = new Int32Array(sorted.length);
  // The indexes of the values that may be prefixes of the next one, the longest last.
  const candidates: number[] = [];
  sorted.forEach((value, index) => {
    while (candidates.length > 0 && !value.startsWith(sorted[candidates.at(-1) ?? 0] ?? '')) {
      candidates.pop();
    }
    prefixes[index] = candidates.at(-1) ?? -1;
    candidates.push(index);
  });
  return prefixes;
}
