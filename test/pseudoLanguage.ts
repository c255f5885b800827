import { readFileSync } from 'node:fs';
import type { TranslatedMessages } from '#form/language.ts';

const bundle: TranslatedMessages = JSON.parse(
  readFileSync(new URL('../l10n/bundle.l10n.json', import.meta.url), 'utf8'),
);

const accents: Readonly<Record<string, string>> = { a: 'å', e: 'é', i: 'î', o: 'ö', u: 'ü', c: 'ç', n: 'ñ', s: 'š' };

/** The brackets around every translated message, which distinguish it from untranslated text. */
const [BEGIN, END] = ['⟦', '⟧'];
/** The quotation marks around texts of servers and users in fixtures. */
const [QUOTE, UNQUOTE] = ['‹', '›'];

/**
 * All messages in a pseudo language: in brackets, with accents, and longer by half, like German. `mark` is added at both
 * ends: the right-to-left mark (U+200F) for a language that is written from right to left.
 */
export function pseudoMessages(mark = ''): TranslatedMessages {
  return Object.fromEntries(
    Object.entries(bundle).map(([key, message]) => {
      const accented = message.replace(/\{\d+\}|[a-z]/g, (piece) => accents[piece] ?? piece);
      return [key, `${BEGIN}${mark}${accented}${' ~~~~'.repeat(Math.ceil(message.length / 20))}${mark}${END}`];
    }),
  );
}

/**
 * The words of a text that are neither in a translated message nor in a fixture; an empty text if there are none. URLs, media
 * types and the "and" of lists, which `Intl` writes, are left out.
 */
export function untranslatedWords(text: string, language = 'en'): string {
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
