import { isRecord } from '../../form/json.ts';
import { spellingsOf } from './secrets.ts';

export const withheld = '[withheld]';

const shortestContained = 3;
const deepest = 100;

/**
 * Keeps what a person answered out of the log of the connection that it was sent on. Known answers are looked for in
 * everything that follows:
 * - a string that contains an answer of three characters or more (a number counts as its digits) is withheld whole,
 *   and so is a property name;
 * - shorter answers are withheld where a string equals them;
 * - numbers are withheld where they equal an answered number;
 * - booleans are everywhere and say nothing by themselves: withheld only under the answered property's own name.
 * An answer that the server has changed before it sends it back (its case, its encoding) is not recognised.
 */
export class Answers {
  readonly #contained = new Set<string>();
  readonly #exact = new Set<string | number>();
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

  #learnValue(property: string, value: unknown): void {
    if (typeof value === 'boolean') {
      this.#flags.add(property);
    } else if (typeof value === 'string' || typeof value === 'number') {
      if (value !== '') {
        this.#exact.add(value);
      }
      for (const spelling of spellingsOf(String(value))) {
        if (spelling.length >= shortestContained) {
          this.#contained.add(spelling);
        }
      }
    }
  }

  /** `value`, any JSON, with every leaf that gives an answer away replaced. */
  withhold(value: unknown, depth = 0): unknown {
    if (depth > deepest) {
      return withheld;
    }
    if (typeof value === 'string') {
      return this.#exact.has(value) || this.#contains(value) ? withheld : value;
    }
    if (typeof value === 'number') {
      return this.#exact.has(value) ? withheld : value;
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
    for (const spelling of this.#contained) {
      text = text.replaceAll(spelling, withheld);
    }
    return text;
  }

  #contains(text: string): boolean {
    for (const spelling of this.#contained) {
      if (text.includes(spelling)) {
        return true;
      }
    }
    return false;
  }
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
