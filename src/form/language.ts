import { config } from '@vscode/l10n';

/** Translated messages by their English ones, as a bundle of the editor's holds them. */
export type TranslatedMessages = Readonly<Record<string, string>>;

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'iw', 'ps', 'sd', 'ug', 'ur', 'yi']);

let current = 'en';

/**
 * From now on every message is said in this language: called once in each process and page, before anything is said.
 * `tag`: BCP 47, as the editor names its language; one that `Intl` does not take counts as English.
 */
export function setLanguage(tag: string, messages: TranslatedMessages = {}): void {
  current = isTag(tag) ? tag : 'en';
  config({ contents: { ...messages } });
}

/** The language, for `Intl`. */
export function language(): string {
  return current;
}

/** Which way a language is written, for the `dir` of a document. */
export function writingDirection(tag: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(tag.split('-')[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr';
}

/** A number as one writes it: `10,000`. Not for numbers that are to be typed. */
export function formatNumber(value: number): string {
  return value.toLocaleString(current);
}

/** `a, b, and c`. What stands between the items is text; the items may be anything. */
export function formatList<T>(items: readonly T[]): (T | string)[] {
  const parts = new Intl.ListFormat(current, { type: 'conjunction' }).formatToParts(
    items.map((_, index) => `${index}`),
  );
  return parts.map(({ type, value }) => (type === 'element' ? (items[Number(value)] ?? '') : value));
}

function isTag(tag: string): boolean {
  try {
    return new Intl.Locale(tag).baseName !== '';
  } catch {
    return false;
  }
}
