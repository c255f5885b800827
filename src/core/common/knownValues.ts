/** A part of a text, in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** In UTF-16 code units: shorter values are not looked for. */
export const minValueLength = 3;
/** Comparisons of one code unit that a search may take, for each unit of the text and once. */
const workPerUnit = 16;
const workAtLeast = 100_000;
/** Bits of the smallest and the largest table of beginnings. */
const fewestBits = 12;
const mostBits = 18;

/**
 * Values that are looked for in texts, all of them together. At each unit of a text the longest value that begins there is
 * found by a binary search, so that the time depends little on how many values there are, and it is bounded, whatever the
 * values and the text are.
 */
export class KnownValues {
  /** By code units; none twice. */
  readonly #sorted: readonly string[];
  /** For each value the index of the longest other one that it begins with, or -1. */
  readonly #parents: Int32Array;
  /** Which beginnings any value has, by their hash: most units of most texts begin none. */
  readonly #beginnings: Uint8Array;

  constructor(values: Iterable<string>) {
    this.#sorted = [...new Set(values)].filter(({ length }) => length >= minValueLength).sort();
    this.#parents = parentsIn(this.#sorted);
    const bits = Math.ceil(Math.log2(this.#sorted.length * 16 + 1));
    this.#beginnings = new Uint8Array(2 ** Math.min(mostBits, Math.max(fewestBits, bits)));
    for (const value of this.#sorted) {
      this.#beginnings[this.#hash(value, 0)] = 1;
    }
  }

  /**
   * Where values stand in `text`, in order, none overlapping or touching another: places that do are one. Only values
   * that begin before `until` are looked for. `isCut`: the text went on, and one that may go on after its end counts. Where
   * the search takes too long, everything from there on is a place.
   */
  rangesIn(text: string, until = text.length, isCut = false): TextRange[] {
    const places: { start: number; end: number }[] = [];
    const work = { left: workAtLeast + workPerUnit * text.length };
    const last = Math.min(until, text.length - minValueLength + 1);
    for (let start = 0; start < last && this.#sorted.length > 0; start += 1) {
      if (this.#beginnings[this.#hash(text, start)] === 1) {
        const end = work.left < 0 ? text.length : start + this.#lengthAt(text, start, isCut, work);
        const before = places.at(-1);
        if (before && start <= before.end) {
          before.end = Math.max(before.end, end);
        } else if (end > start) {
          places.push({ start, end });
        }
        if (end === text.length) {
          break;
        }
      }
    }
    return places;
  }

  #hash(text: string, at: number): number {
    const hash = (text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) * 31 + text.charCodeAt(at + 2);
    return hash & (this.#beginnings.length - 1);
  }

  /** The length of the longest value at `start`, or 0. */
  #lengthAt(text: string, start: number, isCut: boolean, work: { left: number }): number {
    let low = 0;
    let high = this.#sorted.length;
    // How much of the text the value before `low`, and that at `high`, have in common with it.
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
    // Each value that the text has here is the one before it in the order, or a beginning of that one.
    let found = low - 1;
    while (found >= 0 && (this.#sorted[found] ?? '').length > sameLow) {
      found = this.#parents[found] ?? -1;
      work.left -= 1;
    }
    return found < 0 ? 0 : (this.#sorted[found] ?? '').length;
  }
}

/** How many units of `value` stand in the text from `start`; `from` of them are known to. */
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
