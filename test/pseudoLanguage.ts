import { readFileSync } from 'node:fs';
import type { TranslatedMessages } from '#form/language.ts';

const bundle: TranslatedMessages = JSON.parse(
  readFileSync(new URL('../l10n/bundle.l10n.json', import.meta.url), 'utf8'),
);

const accents: Readonly<Record<string, string>> = { a: 'å', e: 'é', i: 'î', o: 'ö', u: 'ü', c: 'ç', n: 'ñ', s: 'š' };

/** What stands around every message, so that it can be told from a text that was never one. */
const [BEGIN, END] = ['⟦', '⟧'];
/** What stands around the texts of others in the fixtures. */
const [QUOTE, UNQUOTE] = ['‹', '›'];

/**
 * Every message in a language that nobody speaks: in brackets, with accents, and half as long again, as German is. `mark`
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
 * What of a text is neither in a message nor in somebody else's words, and has letters: the words that no translator sees.
 * Addresses, types of media and the "and" of a list, which `Intl` writes, are none.
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
