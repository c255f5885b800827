import { KnownValues, minValueLength } from '#core/common/knownValues.ts';
import { evictOldest } from '#core/common/lruCache.ts';
import type { MaskedValues } from '#core/common/masking.ts';
import { spellingsOf } from '#core/common/secretMask.ts';
import { isRecord } from '#form/json.ts';

const marker = '[withheld]';
const maxDepth = 100;
/** The number of remembered answers; the oldest are evicted. */
const maxValues = 5000;
/** UTF-16 code units of the remembered answers in all their spellings. */
const maxTextLength = 8_000_000;
/** The number of remembered properties with a boolean answer; the oldest are evicted. */
const maxBooleanProperties = 1000;

/**
 * Masks the user's answers in the log of the server that received them, in each line that is logged afterwards:
 * - in plain text an answer of three characters or more (a number counts as its digits);
 * - in a message a whole string, or a property name, that contains such an answer;
 * - a string that equals a shorter answer;
 * - a number that equals an answered number;
 * - a boolean only under the name of the answered property, because booleans are everywhere.
 * An answer is not recognised if the server returns it in another case or encoding, or if newer answers have evicted it.
 */
export class AnswerMask {
  /** The answers, and the spellings of each that are searched in text. The newest answer is the last. */
  readonly #spellings = new Map<string | number, readonly string[]>();
  /** UTF-16 code units of all spellings. */
  #textLength = 0;
  readonly #booleanProperties = new Set<string>();
  #maskedValues: MaskedValues | undefined;

  /** Remembers the values of an accepted elicitation's `content`. */
  remember(content: unknown): void {
    if (!isRecord(content)) {
      return;
    }
    for (const [property, value] of Object.entries(content)) {
      for (const item of Array.isArray(value) ? value : [value]) {
        this.#rememberValue(property, item);
      }
    }
  }

  /** Remembers the strings and numbers in any JSON, such as arguments that are secrets. */
  rememberAll(value: unknown, depth = 0): void {
    if (depth > maxDepth) {
      return;
    }
    if (Array.isArray(value) || isRecord(value)) {
      for (const item of Object.values(value)) {
        this.rememberAll(item, depth + 1);
      }
    } else if (typeof value !== 'boolean') {
      this.#rememberValue('', value);
    }
  }

  #rememberValue(property: string, value: unknown): void {
    if (typeof value === 'boolean') {
      this.#booleanProperties.delete(property);
      this.#booleanProperties.add(property);
      evictOldest(this.#booleanProperties, maxBooleanProperties);
    } else if ((typeof value === 'string' && value !== '') || typeof value === 'number') {
      this.#remove(value);
      const spellings = new Set(spellingsOf(String(value)).filter(({ length }) => length >= minValueLength));
      this.#spellings.set(value, [...spellings]);
      this.#textLength += lengthOf([...spellings]);
      this.#evict();
      this.#maskedValues = undefined;
    }
  }

  /** Evicts the oldest answers until the limits hold. The newest always stays. */
  #evict(): void {
    for (const oldest of this.#spellings.keys()) {
      if (this.#spellings.size === 1 || (this.#spellings.size <= maxValues && this.#textLength <= maxTextLength)) {
        return;
      }
      this.#remove(oldest);
    }
  }

  #remove(value: string | number): void {
    this.#textLength -= lengthOf(this.#spellings.get(value) ?? []);
    this.#spellings.delete(value);
  }

  /** All spellings of the known answers that are long enough to be found in text. */
  get maskedValues(): MaskedValues {
    this.#maskedValues ??= { values: new KnownValues([...this.#spellings.values()].flat()), marker };
    return this.#maskedValues;
  }

  /** True if a string or a number of a message equals an answer. */
  has(value: string | number): boolean {
    return this.#spellings.has(value);
  }

  /** True if the property has a boolean answer. */
  hasBoolean(property: string): boolean {
    return this.#booleanProperties.has(property);
  }
}

function lengthOf(spellings: readonly string[]): number {
  return spellings.reduce((sum, { length }) => sum + length, 0);
}
