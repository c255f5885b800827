import { KnownValues, minValueLength } from '#core/common/knownValues.ts';
import { evictOldest } from '#core/common/lruCache.ts';
import type { MaskedValues } from '#core/common/masking.ts';
import { spellingsOf } from '#core/common/secretMask.ts';
import { isRecord } from '#form/json.ts';

const marker = '[withheld]';
const maxDepth = 100;
/** Answers that are remembered, the newest. */
const maxValues = 5000;
/** UTF-16 code units of these answers in all their spellings. */
const maxText = 8_000_000;
/** Properties with a boolean answer that are remembered, the newest. */
const maxFlags = 1000;

/**
 * Masks the user's answers in the log of the server that received them, in everything that is logged afterwards:
 * - in plain text an answer of three characters or more (a number counts as its digits);
 * - in a message a whole string, or a property name, that contains such an answer;
 * - a string that equals a shorter answer;
 * - a number that equals an answered number;
 * - a boolean only under the name of the answered property, because booleans are everywhere.
 * An answer that the server has changed before it sends it back (its case, its encoding) is not recognised, nor is one
 * that was evicted by newer answers.
 */
export class AnswerMask {
  /** The answers with the spellings by which they are found in text, the newest last. */
  readonly #known = new Map<string | number, readonly string[]>();
  /** UTF-16 code units of all spellings. */
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

  /** Remembers the leaves of any JSON, such as arguments that are secrets. */
  learnAll(value: unknown, depth = 0): void {
    if (depth > maxDepth) {
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
      evictOldest(this.#flags, maxFlags);
    } else if ((typeof value === 'string' && value !== '') || typeof value === 'number') {
      this.#forget(value);
      const spellings = new Set(spellingsOf(String(value)).filter(({ length }) => length >= minValueLength));
      this.#known.set(value, [...spellings]);
      this.#text += lengthOf([...spellings]);
      this.#evict();
      this.#withheld = undefined;
    }
  }

  /** Evicts the oldest answers until the rest fits. The newest always stays. */
  #evict(): void {
    for (const oldest of this.#known.keys()) {
      if (this.#known.size === 1 || (this.#known.size <= maxValues && this.#text <= maxText)) {
        return;
      }
      this.#forget(oldest);
    }
  }

  #forget(value: string | number): void {
    this.#text -= lengthOf(this.#known.get(value) ?? []);
    this.#known.delete(value);
  }

  /** All spellings of the known answers that are long enough to be found in text. */
  get maskedValues(): MaskedValues {
    this.#withheld ??= { values: new KnownValues([...this.#known.values()].flat()), marker };
    return this.#withheld;
  }

  /** True when a string or a number of a message equals an answer. */
  has(value: string | number): boolean {
    return this.#known.has(value);
  }

  /** True when the property has a boolean answer. */
  hasFlag(property: string): boolean {
    return this.#flags.has(property);
  }
}

function lengthOf(spellings: readonly string[]): number {
  return spellings.reduce((sum, { length }) => sum + length, 0);
}
