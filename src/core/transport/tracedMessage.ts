import { findMaskedRanges, type MaskedRange, type MaskedText, replaceRanges } from '#core/common/masking.ts';
import type { SecretMask } from '#core/common/secretMask.ts';
import { isRecord } from '#form/json.ts';
import type { AnswerMask } from './answerMask.ts';

const maxDepth = 100;
/** Ranks of masked ranges: where both overlap, the marker of a secret stands. */
const secretRank = 0;
const answerRank = 1;

interface TraceOptions {
  readonly secrets: SecretMask;
  readonly answers: AnswerMask;
  /** Values in the message that are answers: only their shape is shown. */
  readonly answered: readonly unknown[];
  /** UTF-16 code units of the JSON that may be shown. */
  readonly shown: number;
}

/**
 * The beginning of a message as JSON, with secrets and answers masked. At most twice as much as is shown is read of the
 * message: `isWhole` is false when it has more. Answers are masked only in `params`, `result` and `error`.
 */
export function tracedMessage(message: unknown, options: TraceOptions): MaskedText & { readonly isWhole: boolean } {
  const writer = new MaskedJsonWriter(options);
  writer.message(message);
  const text = writer.parts.join('');
  const secrets = findMaskedRanges(text, [options.secrets.maskedValues], options.shown, writer.isFull);
  const ranges = [...secrets.map((range) => ({ ...range, rank: secretRank })), ...writer.ranges];
  return { ...replaceRanges(text, ranges, options.shown), isWhole: !writer.isFull };
}

/** Writes JSON until there is enough of it, and collects the ranges that are answers. */
class MaskedJsonWriter {
  readonly parts: string[] = [];
  readonly ranges: MaskedRange[] = [];
  readonly #answers: AnswerMask;
  readonly #answered: ReadonlySet<unknown>;
  readonly #max: number;
  #length = 0;

  constructor({ answers, answered, shown }: TraceOptions) {
    this.#answers = answers;
    this.#answered = new Set(answered.filter((value) => typeof value === 'object' && value !== null));
    this.#max = 2 * shown;
  }

  get isFull(): boolean {
    return this.#length > this.#max;
  }

  message(message: unknown): void {
    if (!isRecord(message)) {
      this.#value(message, 'search', 0);
      return;
    }
    this.#members(message, (key, value) => {
      this.#put(`${JSON.stringify(key)}:`);
      const isBody = key === 'params' || key === 'result' || key === 'error';
      this.#value(value, isBody ? 'search' : 'show', 0);
    });
  }

  /** `how`: 'show' as it is, 'search' for answers, or 'mask' everything. */
  #value(value: unknown, how: 'show' | 'search' | 'mask', depth: number): void {
    const inside = this.#answered.has(value) ? 'mask' : how;
    if (depth > maxDepth) {
      this.#string('', true);
    } else if (typeof value === 'string') {
      this.#string(value, how === 'mask' || (how === 'search' && this.#hasAnswer(value)));
    } else if (Array.isArray(value)) {
      this.#put('[');
      for (let index = 0; index < value.length && !this.isFull; index += 1) {
        this.#put(index > 0 ? ',' : '');
        this.#value(value[index] ?? null, inside, depth + 1);
      }
      this.#put(']');
    } else if (isRecord(value)) {
      this.#members(value, (key, item) => {
        this.#string(key, how === 'search' && this.#contains(key));
        this.#put(':');
        const isFlag = how === 'search' && typeof item === 'boolean' && this.#answers.hasFlag(key);
        this.#value(item, isFlag ? 'mask' : inside, depth + 1);
      });
    } else if (how === 'mask' || (how === 'search' && typeof value === 'number' && this.#answers.has(value))) {
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

  #string(value: string, isMasked: boolean): void {
    const json = JSON.stringify(this.#prefixOf(value));
    const start = this.#length + 1;
    this.#put(json);
    if (isMasked) {
      const { marker } = this.#answers.maskedValues;
      this.ranges.push({ start, end: start + json.length - 2, marker, rank: answerRank });
    }
  }

  #hasAnswer(value: string): boolean {
    return this.#answers.has(value) || this.#contains(value);
  }

  #contains(value: string): boolean {
    const read = this.#prefixOf(value);
    return findMaskedRanges(read, [this.#answers.maskedValues], read.length, read.length < value.length).length > 0;
  }

  /** As much of a text as there is room for, and one unit more, which ends the writing. */
  #prefixOf(value: string): string {
    return value.slice(0, Math.max(0, this.#max - this.#length) + 1);
  }

  #put(json: string): void {
    this.parts.push(json);
    this.#length += json.length;
  }
}
