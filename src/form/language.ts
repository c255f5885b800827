import { config } from '@vscode/l10n';

/** Translated messages, keyed by the English message, as in a localization bundle of VS Code. */
export type TranslatedMessages = Readonly<Record<string, string>>;

/** Languages that are written from right to left. */
const rightToLeft: ReadonlySet<string> = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'iw', 'ps', 'sd', 'ug', 'ur', 'yi']);

let currentLanguage = 'en';

/**
 * Sets the language of all messages. Called once in each process and page, before the first message.
 * `tag`: BCP 47, as `vscode.env.language`; a tag that `Intl` does not accept counts as English.
 */
export function setLanguage(tag: string, messages: TranslatedMessages = {}): void {
  currentLanguage = isTag(tag) ? tag : 'en';
  config({ contents: { ...messages } });
}

/** The language of all messages, for `Intl`. */
export function language(): string {
  return currentLanguage;
}

/** The writing direction of a language, for the `dir` of a document. */
export function writingDirection(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.has(tag.split('-')[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr';
}

/** A number as text: `10,000`. Not for numbers that the user is to type. */
export function formatNumber(value: number): string {
  return value.toLocaleString(currentLanguage);
}

/** The items with the separators of a list between them, as strings: `a, b, and c`. */
export function formatList<T>(items: readonly T[]): (T | string)[] {
  const parts = new Intl.ListFormat(currentLanguage, { type: 'conjunction' }).formatToParts(
    items.map((_, index) => `${index}`),
  );
  return parts.map(({ type, value }) => (type === 'element' ? (items[Number(value)] ?? '') : value));
}

/** Joins sentences that have no full stop, without one at the end: `One per line. At most 3`. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.join(/^(ja|zh)\b/i.test(currentLanguage) ? '\u3002' : '. ');
}

/**
 * Sentences that have their full stops, one after the other: `It ended. Run it again.` No space follows the full stop or the colon of
 * Chinese and Japanese.
 */
export function paragraph(sentences: readonly (string | undefined)[]): string {
  return sentences
    .filter((sentence) => sentence !== undefined && sentence !== '')
    .reduce<string>((text, sentence) => (text === '' ? `${sentence}` : `${text}${spaceAfter(text)}${sentence}`), '');
}

/** What stands between a sentence and the next one. */
export function spaceAfter(sentence: string): string {
  return /[\u3002\uff01\uff1a\uff1f]$/.test(sentence) ? '' : ' ';
}

function isTag(tag: string): boolean {
  try {
    return new Intl.Locale(tag).baseName !== '';
  } catch {
    return false;
  }
}
