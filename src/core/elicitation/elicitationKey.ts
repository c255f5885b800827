import { createHash } from 'node:crypto';
import { isRecord } from '#form/json.ts';
import { inOneLine, truncate } from '#form/text.ts';
import type { Elicitation, FormElicitation } from './elicitationParams.ts';

/**
 * The number of UTF-16 code units of one text that are normalized, and of all texts of a form together. The rest is compared
 * as received, because normalization can turn one character into eighteen.
 */
const maxNormalized = 2000;
const maxNormalizedInForm = 50_000;

/**
 * A key of what the user declines: equal for pages with the same URL, and for forms that look the same to the user. The message of a page
 * does not count, other than for consent (`pageKey`): to open an address is consent to what the message says about it, but who declines
 * does not want the address opened, and another message must not bring it back. The message of a form does: it is the question.
 */
export function elicitationKey(elicitation: Elicitation): string {
  return elicitation.mode === 'url' ? `url ${digest(elicitation.url)}` : `form ${formKey(elicitation)}`;
}

/** A key that is equal for pages with the same URL and a message that looks the same: consent covers only that message. */
export function pageKey({ url, message }: { readonly url: string; readonly message: string }): string {
  return digest(JSON.stringify([url, new Normalizer(maxNormalized).text(message)]));
}

/** A key that is equal for forms that look the same to the user. */
export function formKey({ message, schema }: Pick<FormElicitation, 'message' | 'schema'>): string {
  const normalizer = new Normalizer(maxNormalizedInForm);
  return digest(JSON.stringify([normalizer.text(message), normalizer.value(schema)]));
}

/**
 * Normalizes JSON values for comparison. The results of two values are equal if the values differ only in the order of
 * properties, in white space, in invisible characters, and in characters that NFKC makes equal. The end of a long text, and
 * all texts beyond `maxLength`, are not normalized.
 */
class Normalizer {
  /** The number of UTF-16 code units that may still be normalized. */
  #lengthLeft: number;

  constructor(maxLength: number) {
    this.#lengthLeft = maxLength;
  }

  value(value: unknown): unknown {
    if (typeof value === 'string') {
      return this.text(value);
    }
    if (Array.isArray(value)) {
      return value.map((part) => this.value(part));
    }
    if (!isRecord(value)) {
      return value;
    }
    // Sorted before normalization as well, because their order decides which texts are within the limit.
    const parts = Object.entries(value)
      .sort(([a], [b]) => compareCodeUnits(a, b))
      .map(([name, part]) => [propertyName(this.text(name)), this.value(part)] as const)
      .sort(([a], [b]) => compareCodeUnits(a, b));
    // Pairs, because an object would lose a property `__proto__`. The object distinguishes them from an array of such pairs.
    return { parts };
  }

  /** A completely normalized text is returned as a text, any other as an object. */
  text(text: string): string | { readonly start: string; readonly rest: string } {
    if (isPlain(text)) {
      return text;
    }
    const start = truncate(text, Math.min(maxNormalized, this.#lengthLeft));
    this.#lengthLeft -= start.length;
    if (start.length === text.length) {
      return normalize(text);
    }
    // The marker keeps a space at the end of `start`, because the text continues after it.
    return { start: normalize(start, '|'), rest: text.slice(start.length) };
  }
}

/** True for ASCII words with one space between two words: their normalized text is the same. */
function isPlain(text: string): boolean {
  return text.length <= maxNormalized && /^(?:[!-~]+(?: [!-~]+)*)?$/.test(text);
}

function normalize(text: string, end = ''): string {
  const visible = text.normalize('NFKC').replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
  return inOneLine(visible + end, Number.POSITIVE_INFINITY);
}

function propertyName(text: ReturnType<Normalizer['text']>): string {
  return typeof text === 'string' ? text : `${text.start}\n${text.rest}`;
}

function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
