import { KnownValues, minValueLength } from '#core/common/knownValues.ts';
import type { MaskedValues } from '#core/common/masking.ts';
import { spellingsOf } from '#core/common/secretMask.ts';
import { isRecord } from '#form/json.ts';

const marker = '[withheld]';
const deepest = 100;
/** Answers that are remembered, the newest. */
const mostValues = 5000;
/** UTF-16 code units of them in all their spellings. */
const mostText = 8_000_000;
/** Properties that were answered by yes or no, the newest. */
const mostFlags = 1000;

/**
 * Knows what a user answered, to keep it out of the log of the connection that it was sent on. Known answers are looked
 * for in everything that follows:
 * - in plain text an answer of three characters or more is withheld (a number counts as its digits);
 * - in a message a string that contains such an answer is withheld whole, and so is a property name;
 * - shorter answers are withheld where a string equals them;
 * - numbers are withheld where they equal an answered number;
 * - booleans are everywhere and say nothing by themselves: withheld only under the answered property's own name.
 * An answer that the server has changed before it sends it back (its case, its encoding) is not recognised, nor is one
 * that was given so many answers ago that there is no room for it any more.
 */
export class AnswerMask {
  /** Each with the spellings by which it is found in other text; the one that was given last at the end. */
  readonly #known = new Map<string | number, readonly string[]>();
  /** UTF-16 code units of the spellings. */
  #text = 0;
  readonly #flags = new Set<string>();
  #withheld: MaskedValues | undefined;

  /** Remembers the values of an accepted elicitation's `content`. */
  learn(content: unknown): void {
    if (!isRecord(content)) {
      return;
    }
    for (const [property, value] of Object.entries(content)) {
      for (const item of Array.isArray(value) ? value : [value]) {
        this.#learnValue(property, item);
      }
    }
  }

  /** Remembers the leaves of any JSON: arguments that are secrets. */
  learnAll(value: unknown, depth = 0): void {
    if (depth > deepest) {
      return;
    }
    if (Array.isArray(value) || isRecord(value)) {
      for (const item of Object.values(value)) {
        this.learnAll(item, depth + 1);
      }
    } else if (typeof value !== 'boolean') {
      this.#learnValue('', value);
    }
  }

  #learnValue(property: string, value: unknown): void {
    if (typeof value === 'boolean') {
      this.#flags.delete(property);
      this.#flags.add(property);
      const [oldest] = this.#flags;
      if (this.#flags.size > mostFlags && oldest !== undefined) {
        this.#flags.delete(oldest);
      }
    } else if ((typeof value === 'string' && value !== '') || typeof value === 'number') {
      this.#forget(value);
      const spellings = new Set(spellingsOf(String(value)).filter(({ length }) => length >= minValueLength));
      this.#known.set(value, [...spellings]);
      this.#text += lengthOf([...spellings]);
      this.#makeRoom();
      this.#withheld = undefined;
    }
  }

  /** Never forgets the newest. */
  #makeRoom(): void {
    for (const oldest of this.#known.keys()) {
      if (this.#known.size === 1 || (this.#known.size <= mostValues && this.#text <= mostText)) {
        return;
      }
      this.#forget(oldest);
    }
  }

  #forget(value: string | number): void {
    this.#text -= lengthOf(this.#known.get(value) ?? []);
    this.#known.delete(value);
  }

  /** All spellings of the answers that are known now, and that are long enough to be looked for in text. */
  get maskedValues(): MaskedValues {
    this.#withheld ??= { values: new KnownValues([...this.#known.values()].flat()), marker };
    return this.#withheld;
  }

  /** True where a string or a number of a message equals an answer. */
  has(value: string | number): boolean {
    return this.#known.has(value);
  }

  /** True where the property was answered by yes or no. */
  hasFlag(property: string): boolean {
    return this.#flags.has(property);
  }
}

function lengthOf(spellings: readonly string[]): number {
  return spellings.reduce((sum, { length }) => sum + length, 0);
}
