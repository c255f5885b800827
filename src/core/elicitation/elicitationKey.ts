import { createHash } from 'node:crypto';
import { isRecord } from '#form/json.ts';
import { inOneLine, truncate } from '#form/text.ts';
import type { Elicitation, FormElicitation } from './elicitationParams.ts';

/** UTF-16 code units of one text that are compared by what is seen of them: one character can stand for eighteen. */
const longestSeen = 2000;
/** The same, of all texts of a form that are not plain. */
const longestSeenInForm = 50_000;

/** The same for all elicitations that ask a person for the same thing: a page by its address, a form by what is seen of it. */
export function elicitationKey(elicitation: Elicitation): string {
  return elicitation.mode === 'url' ? `url ${digest(elicitation.url)}` : `form ${formKey(elicitation)}`;
}

/** The same for all pages at one address for which the user reads the same message: a consent covers no other words. */
export function pageKey({ url, message }: { readonly url: string; readonly message: string }): string {
  return digest(JSON.stringify([url, new Seen(longestSeen).text(message)]));
}

/** The same for all forms that a person could not tell apart. */
export function formKey({ message, schema }: Pick<FormElicitation, 'message' | 'schema'>): string {
  const seen = new Seen(longestSeenInForm);
  return digest(JSON.stringify([seen.text(message), seen.value(schema)]));
}

/**
 * What JSON is compared by, which is JSON too: neither the order of properties nor what cannot be seen makes a difference in
 * the beginnings of its texts. The rest of a text, and all texts beyond `room`, are compared as they came.
 */
class Seen {
  /** UTF-16 code units that may still be compared by what is seen of them. */
  #room: number;

  constructor(room: number) {
    this.#room = room;
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
    // In one order before they are looked at: it decides which texts there is room for.
    const parts = Object.entries(value)
      .sort(([a], [b]) => compared(a, b))
      .map(([name, part]) => [keyOf(this.text(name)), this.value(part)] as const)
      .sort(([a], [b]) => compared(a, b));
    // A list of pairs, because a property may be called `__proto__`; in an object, because a list of pairs may be meant.
    return { parts };
  }

  /** A text that is compared by nothing but what is seen of it is a text, any other an object. */
  text(text: string): string | { readonly start: string; readonly rest: string } {
    if (isPlain(text)) {
      return text;
    }
    const start = truncate(text, Math.min(longestSeen, this.#room));
    this.#room -= start.length;
    if (start.length === text.length) {
      return drawn(text);
    }
    // A space before the cut is followed by something, and counts.
    return { start: drawn(start, '|'), rest: text.slice(start.length) };
  }
}

/** True for words of ASCII with a space between two, which are seen as they are. */
function isPlain(text: string): boolean {
  return text.length <= longestSeen && /^(?:[!-~]+(?: [!-~]+)*)?$/.test(text);
}

function drawn(text: string, end = ''): string {
  const seen = text.normalize('NFKC').replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
  return inOneLine(seen + end, Number.POSITIVE_INFINITY);
}

function keyOf(text: ReturnType<Seen['text']>): string {
  return typeof text === 'string' ? text : `${text.start}\n${text.rest}`;
}

function compared(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
