import { readFileSync } from 'node:fs';
import type { TranslatedMessages } from '#form/language.ts';

const bundle: TranslatedMessages = JSON.parse(
  readFileSync(new URL('../l10n/bundle.l10n.json', import.meta.url), 'utf8'),
);

const accents: Readonly<Record<string, string>> = { a: 'å', e: 'é', i: 'î', o: 'ö', u: 'ü', c: 'ç', n: 'ñ', s: 'š' };

/** Around every translated message, to distinguish it from untranslated text. */
const [BEGIN, END] = ['⟦', '⟧'];
/** Around texts of servers and users in fixtures. */
const [QUOTE, UNQUOTE] = ['‹', '›'];

/**
 * All messages in a pseudo language: in brackets, with accents, and half as long again, as German is. `mark`
 * stands at both ends: a right-to-left mark (U+200F) for one that is written from right to left.
 */
export function pseudoMessages(mark = ''): TranslatedMessages {
  return Object.fromEntries(
    Object.keys(bundle).map((message) => {
      const accented = message.replace(/\{\d+\}|[a-z]/g, (piece) => accents[piece] ?? piece);
      return [message, `${BEGIN}${mark}${accented}${' ~~~~'.repeat(Math.ceil(message.length / 20))}${mark}${END}`];
    }),
  );
}

/**
 * The words of a text that are outside of messages and fixtures, and so are not translatable; empty when there are none.
 * Addresses, media types and the "and" of a list, which `Intl` writes, are left out.
 */
export function unspoken(text: string, language = 'en'): string {
  let depth = 0;
  const rest = [...text].map((character) => {
    if (character === BEGIN || character === QUOTE) {
      depth += 1;
    }
    const outside = depth === 0;
    if (character === END || character === UNQUOTE) {
      depth -= 1;
    }
    return outside ? character : ' ';
  });
  const and = new Intl.ListFormat(language, { type: 'conjunction' }).format(['', '']).trim();
  const words = rest
    .join('')
    .replace(/\S+:\/\/\S+|\w+\/\w+/g, '')
    .replaceAll(and, '')
    .replace(/\s+/g, ' ')
    .trim();
  return /\p{L}/u.test(words) ? words : '';
}
