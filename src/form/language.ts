import { config } from '@vscode/l10n';

/** Translated messages by the English ones, as in a bundle of VS Code. */
export type TranslatedMessages = Readonly<Record<string, string>>;

/** Languages that are written from right to left. */
const rightToLeft: ReadonlySet<string> = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'iw', 'ps', 'sd', 'ug', 'ur', 'yi']);

let current = 'en';

/**
 * Sets the language of all messages. Called once in each process and page, before the first message.
 * `tag`: BCP 47, as `vscode.env.language`; a tag that `Intl` does not accept counts as English.
 */
export function setLanguage(tag: string, messages: TranslatedMessages = {}): void {
  current = isTag(tag) ? tag : 'en';
  config({ contents: { ...messages } });
}

/** The current language, for `Intl`. */
export function language(): string {
  return current;
}

/** The writing direction of a language, for the `dir` of a document. */
export function writingDirection(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.has(tag.split('-')[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr';
}

/** A number as text: `10,000`. Not for numbers that the user is to type. */
export function formatNumber(value: number): string {
  return value.toLocaleString(current);
}

/** `a, b, and c`: the items, with the separators as strings between them. */
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
