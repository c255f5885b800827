import { isRecord } from '../../form/json.ts';
import { spellingsOf } from './secrets.ts';

export const withheld = '[withheld]';

const shortestContained = 3;
const deepest = 100;
/** Answers that are remembered, the newest. */
const mostValues = 5000;
/** UTF-16 code units of them in all their spellings. */
const mostText = 8_000_000;
/** Properties that were answered by yes or no, the newest. */
const mostFlags = 1000;

/**
 * Keeps what a person answered out of the log of the connection that it was sent on. Known answers are looked for in
 * everything that follows:
 * - a string that contains an answer of three characters or more (a number counts as its digits) is withheld whole,
 *   and so is a property name;
 * - shorter answers are withheld where a string equals them;
 * - numbers are withheld where they equal an answered number;
 * - booleans are everywhere and say nothing by themselves: withheld only under the answered property's own name.
 * An answer that the server has changed before it sends it back (its case, its encoding) is not recognised, nor is one
 * that was given so many answers ago that there is no room for it any more.
 */
export class Answers {
  /** Each with the spellings by which it is found in other text; the one that was given last at the end. */
  readonly #known = new Map<string | number, readonly string[]>();
  /** UTF-16 code units of the spellings. */
  #text = 0;
  readonly #flags = new Set<string>();

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
      const spellings = new Set(spellingsOf(String(value)).filter(({ length }) => length >= shortestContained));
      this.#known.set(value, [...spellings]);
      this.#text += lengthOf([...spellings]);
      this.#makeRoom();
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

  /** `value`, any JSON, with every leaf that gives an answer away replaced. */
  withhold(value: unknown, depth = 0): unknown {
    if (depth > deepest) {
      return withheld;
    }
    if (typeof value === 'string') {
      return this.#known.has(value) || this.#contains(value) ? withheld : value;
    }
    if (typeof value === 'number') {
      return this.#known.has(value) ? withheld : value;
    }
    if (Array.isArray(value)) {
      return value.map((item) => this.withhold(item, depth + 1));
    }
    if (isRecord(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [
          this.#contains(key) ? withheld : key,
          typeof item === 'boolean' && this.#flags.has(key) ? withheld : this.withhold(item, depth + 1),
        ]),
      );
    }
    return value;
  }

  /** A line of plain text (stderr, an error's message) with the answers in it replaced. */
  withholdIn(line: string): string {
    let text = line;
    for (const spellings of this.#known.values()) {
      for (const spelling of spellings) {
        text = text.replaceAll(spelling, withheld);
      }
    }
    return text;
  }

  #contains(text: string): boolean {
    for (const spellings of this.#known.values()) {
      if (spellings.some((spelling) => text.includes(spelling))) {
        return true;
      }
    }
    return false;
  }
}

function lengthOf(spellings: readonly string[]): number {
  return spellings.reduce((sum, { length }) => sum + length, 0);
}

/** `value` with every leaf replaced and its shape kept. */
export function withholdAll(value: unknown, depth = 0): unknown {
  if (Array.isArray(value) && depth < deepest) {
    return value.map((item) => withholdAll(item, depth + 1));
  }
  if (isRecord(value) && depth < deepest) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withholdAll(item, depth + 1)]));
  }
  return withheld;
}
