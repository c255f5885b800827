import { findMaskedRanges, type MaskedRange, type MaskedText, replaceRanges } from '#core/common/masking.ts';
import type { SecretMask } from '#core/common/secretMask.ts';
import { isRecord } from '#form/json.ts';
import type { AnswerMask } from './answerMask.ts';

const deepest = 100;
/** Ranks of what is withheld: where both are, the text says that it is a secret. */
const secretRank = 0;
const answerRank = 1;

interface Tracing {
  readonly secrets: SecretMask;
  readonly answers: AnswerMask;
  /** Values in the message that are answers as a whole: of them only the shape is shown. */
  readonly given: readonly unknown[];
  /** UTF-16 code units of the JSON that may be shown. */
  readonly shown: number;
}

/**
 * The beginning of the message as JSON, without secrets and answers. Of the message no more is read than twice what may be
 * shown: `isWhole` is false where it has more. The frame of a message says nothing of what is in it: for answers only what
 * the two sides wrote is looked through.
 */
export function tracedMessage(message: unknown, tracing: Tracing): MaskedText & { readonly isWhole: boolean } {
  const written = new Written(tracing);
  written.message(message);
  const text = written.parts.join('');
  const secrets = findMaskedRanges(text, [tracing.secrets.maskedValues], tracing.shown, written.isFull);
  const places = [...secrets.map((place) => ({ ...place, rank: secretRank })), ...written.places];
  return { ...replaceRanges(text, places, tracing.shown), isWhole: !written.isFull };
}

/** JSON that is written until there is enough of it, and the places in it that are answers. */
class Written {
  readonly parts: string[] = [];
  readonly places: MaskedRange[] = [];
  readonly #answers: AnswerMask;
  readonly #given: ReadonlySet<unknown>;
  readonly #most: number;
  #length = 0;

  constructor({ answers, given, shown }: Tracing) {
    this.#answers = answers;
    this.#given = new Set(given.filter((value) => typeof value === 'object' && value !== null));
    this.#most = 2 * shown;
  }

  get isFull(): boolean {
    return this.#length > this.#most;
  }

  message(message: unknown): void {
    if (!isRecord(message)) {
      this.#value(message, 'looked', 0);
      return;
    }
    this.#members(message, (key, value) => {
      this.#put(`${JSON.stringify(key)}:`);
      const isBody = key === 'params' || key === 'result' || key === 'error';
      this.#value(value, isBody ? 'looked' : 'shown', 0);
    });
  }

  /** `how`: 'shown' as it is, 'looked' through for answers, or 'withheld' whatever it is. */
  #value(value: unknown, how: 'shown' | 'looked' | 'withheld', depth: number): void {
    const inside = this.#given.has(value) ? 'withheld' : how;
    if (depth > deepest) {
      this.#string('', true);
    } else if (typeof value === 'string') {
      this.#string(value, how === 'withheld' || (how === 'looked' && this.#hasAnswer(value)));
    } else if (Array.isArray(value)) {
      this.#put('[');
      for (let index = 0; index < value.length && !this.isFull; index += 1) {
        this.#put(index > 0 ? ',' : '');
        this.#value(value[index] ?? null, inside, depth + 1);
      }
      this.#put(']');
    } else if (isRecord(value)) {
      this.#members(value, (key, item) => {
        this.#string(key, how === 'looked' && this.#contains(key));
        this.#put(':');
        const isFlag = how === 'looked' && typeof item === 'boolean' && this.#answers.hasFlag(key);
        this.#value(item, isFlag ? 'withheld' : inside, depth + 1);
      });
    } else if (how === 'withheld' || (how === 'looked' && typeof value === 'number' && this.#answers.has(value))) {
      this.#string(String(value), true);
    } else {
      this.#put(JSON.stringify(value) ?? 'null');
    }
  }

  #members(record: Record<string, unknown>, write: (key: string, value: unknown) => void): void {
    this.#put('{');
    let isFirst = true;
    for (const key of Object.keys(record)) {
      if (this.isFull) {
        break;
      }
      const value = record[key];
      if (value !== undefined) {
        this.#put(isFirst ? '' : ',');
        isFirst = false;
        write(key, value);
      }
    }
    this.#put('}');
  }

  #string(value: string, isWithheld: boolean): void {
    const json = JSON.stringify(this.#readOf(value));
    const start = this.#length + 1;
    this.#put(json);
    if (isWithheld) {
      const { marker } = this.#answers.maskedValues;
      this.places.push({ start, end: start + json.length - 2, marker, rank: answerRank });
    }
  }

  #hasAnswer(value: string): boolean {
    return this.#answers.has(value) || this.#contains(value);
  }

  #contains(value: string): boolean {
    const read = this.#readOf(value);
    return findMaskedRanges(read, [this.#answers.maskedValues], read.length, read.length < value.length).length > 0;
  }

  /** So much of a text as there is room for: one unit more than that ends the writing. */
  #readOf(value: string): string {
    return value.slice(0, Math.max(0, this.#most - this.#length) + 1);
  }

  #put(json: string): void {
    this.parts.push(json);
    this.#length += json.length;
  }
}
