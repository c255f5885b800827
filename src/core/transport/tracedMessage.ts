import { findMaskedRanges, type MaskedRange, type MaskedText, replaceRanges } from '#core/common/masking.ts';
import type { SecretMask } from '#core/common/secretMask.ts';
import { isRecord } from '#form/json.ts';
import type { AnswerMask } from './answerMask.ts';

const maxDepth = 100;
/** The ranks of masked ranges. If a secret and an answer overlap, the marker of the secret is shown. */
const secretRank = 0;
const answerRank = 1;

interface TraceOptions {
  readonly secrets: SecretMask;
  readonly answers: AnswerMask;
  /** The parts of the message that contain answers: of these only property names and brackets are shown. */
  readonly answerContents: readonly unknown[];
  /** UTF-16 code units of the JSON that may be shown. */
  readonly shownLength: number;
}

/**
 * The beginning of a message as JSON, with secrets and answers masked. At most `2 * shownLength` units of the JSON are
 * written: `isWhole` is false if the message is longer. Answers are masked only in `params`, `result` and `error`.
 */
export function tracedMessage(message: unknown, options: TraceOptions): MaskedText & { readonly isWhole: boolean } {
  const writer = new MaskedJsonWriter(options);
  writer.writeMessage(message);
  const text = writer.parts.join('');
  const secrets = findMaskedRanges(text, [options.secrets.maskedValues], options.shownLength, writer.isFull);
  const ranges = [...secrets.map((range) => ({ ...range, rank: secretRank })), ...writer.ranges];
  return { ...replaceRanges(text, ranges, options.shownLength), isWhole: !writer.isFull };
}

/** Writes JSON until its maximum length is exceeded, and collects the ranges of answers. */
class MaskedJsonWriter {
  readonly parts: string[] = [];
  readonly ranges: MaskedRange[] = [];
  readonly #answers: AnswerMask;
  readonly #answerContents: ReadonlySet<unknown>;
  readonly #maxLength: number;
  #length = 0;

  constructor({ answers, answerContents, shownLength }: TraceOptions) {
    this.#answers = answers;
    this.#answerContents = new Set(answerContents.filter((value) => typeof value === 'object' && value !== null));
    this.#maxLength = 2 * shownLength;
  }

  get isFull(): boolean {
    return this.#length > this.#maxLength;
  }

  writeMessage(message: unknown): void {
    if (!isRecord(message)) {
      this.#writeValue(message, 'search', 0);
      return;
    }
    this.#writeMembers(message, (key, value) => {
      this.#append(`${JSON.stringify(key)}:`);
      const isBody = key === 'params' || key === 'result' || key === 'error';
      this.#writeValue(value, isBody ? 'search' : 'show', 0);
    });
  }

  /** `mode`: `show` writes everything, `search` masks the answers in it, `mask` masks everything but property names. */
  #writeValue(value: unknown, mode: 'show' | 'search' | 'mask', depth: number): void {
    const modeInside = this.#answerContents.has(value) ? 'mask' : mode;
    if (depth > maxDepth) {
      this.#writeString('', true);
    } else if (typeof value === 'string') {
      this.#writeString(value, mode === 'mask' || (mode === 'search' && this.#isOrContainsAnswer(value)));
    } else if (Array.isArray(value)) {
      this.#append('[');
      for (let index = 0; index < value.length && !this.isFull; index += 1) {
        this.#append(index > 0 ? ',' : '');
        this.#writeValue(value[index] ?? null, modeInside, depth + 1);
      }
      this.#append(']');
    } else if (isRecord(value)) {
      this.#writeMembers(value, (key, item) => {
        this.#writeString(key, mode === 'search' && this.#containsAnswer(key));
        this.#append(':');
        const isBooleanAnswer = mode === 'search' && typeof item === 'boolean' && this.#answers.hasBoolean(key);
        this.#writeValue(item, isBooleanAnswer ? 'mask' : modeInside, depth + 1);
      });
    } else if (mode === 'mask' || (mode === 'search' && typeof value === 'number' && this.#answers.has(value))) {
      this.#writeString(String(value), true);
    } else {
      this.#append(JSON.stringify(value) ?? 'null');
    }
  }

  #writeMembers(record: Record<string, unknown>, write: (key: string, value: unknown) => void): void {
    this.#append('{');
    let isFirst = true;
    for (const key of Object.keys(record)) {
      if (this.isFull) {
        break;
      }
      const value = record[key];
      if (value !== undefined) {
        this.#append(isFirst ? '' : ',');
        isFirst = false;
        write(key, value);
      }
    }
    this.#append('}');
  }

  #writeString(value: string, isMasked: boolean): void {
    const json = JSON.stringify(this.#prefixOf(value));
    const start = this.#length + 1;
    this.#append(json);
    if (isMasked) {
      const { marker } = this.#answers.maskedValues;
      this.ranges.push({ start, end: start + json.length - 2, marker, rank: answerRank });
    }
  }

  #isOrContainsAnswer(value: string): boolean {
    return this.#answers.has(value) || this.#containsAnswer(value);
  }

  #containsAnswer(value: string): boolean {
    const prefix = this.#prefixOf(value);
    return (
      findMaskedRanges(prefix, [this.#answers.maskedValues], prefix.length, prefix.length < value.length).length > 0
    );
  }

  /** The beginning of a text, as long as there is room, and one more unit, which makes `isFull` true. */
  #prefixOf(value: string): string {
    return value.slice(0, Math.max(0, this.#maxLength - this.#length) + 1);
  }

  #append(json: string): void {
    this.parts.push(json);
    this.#length += json.length;
  }
}
