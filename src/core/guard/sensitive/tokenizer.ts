/** A server's text cut into words that can be compared, whatever was done to hide them. Every step is linear. */
import { toLatin } from '#core/guard/url/unicodeScripts.ts';

/** They stand among the words: what follows belongs to another clause, or to another sentence. */
const clauseBreak = ',';
export const sentenceBreak = '.';

/** True for the marks between clauses, and beyond the first and the last word. */
export function isBreak(word: string | undefined): boolean {
  return word === undefined || word === clauseBreak || word === sentenceBreak;
}

/** A longer run of letters is no word. Its beginning and its end are looked at. */
const LONGEST_WORD = 40;
/** Letters that stand alone, as in "p a s s", are one word from so many on. */
const FEWEST_LOOSE_LETTERS = 4;

/** Scripts that are written without spaces, or whose words carry their particles. */
const EASTERN = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}ー]';
const PIECE = new RegExp(
  [
    `(?<eastern>${EASTERN}+)`,
    `(?<word>(?:(?!${EASTERN})[\\p{L}\\p{M}\\p{N}])+)`,
    '(?<sentence>[!?\\n。]|\\.(?=\\s|$))',
    '(?<clause>[,;:()[\\]{}<>/|"`“”«»„、，；：（）【】「」–—]|-(?=\\s))',
  ].join('|'),
  'gu',
);
const ONLY_EASTERN = new RegExp(`^${EASTERN}+$`, 'u');
const HIDDEN = /\p{Default_Ignorable_Code_Point}/gu;
const HUMP = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu}\p{Lu})(?=\p{Lu}\p{Ll})/u;
const IS_ASCII = /^[\0-\x7f]*$/;

/** Digits and signs written instead of letters that they look like. Source: common "leet" spellings. */
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const LEET_RUN = /[\p{L}\d@$!]+/gu;
const LEET_SIGN = /[013457@$!]/;
/** Separators between two letters: `p-a-s-s`, `A.P.I.`, `pass_word`. */
const INNER_SEPARATOR = /(?<=[\p{L}\d])[-_.·*~+'’](?=[\p{L}\d])/gu;

/** Words of scripts without spaces that are known to us. */
export class Lexicon {
  readonly #words: ReadonlySet<string>;
  /** How long the longest word is that begins so. */
  readonly #longest = new Map<string, number>();

  constructor(words: readonly string[]) {
    this.#words = new Set(words.filter((word) => ONLY_EASTERN.test(word)));
    for (const word of this.#words) {
      const first = word.charAt(0);
      this.#longest.set(first, Math.max(this.#longest.get(first) ?? 0, word.length));
    }
  }

  /** The length of the longest known word at a place of a text; 0 when there is none. */
  lengthAt(text: string, at: number): number {
    for (let length = this.#longest.get(text.charAt(at)) ?? 0; length > 0; length -= 1) {
      if (this.#words.has(text.slice(at, at + length))) {
        return length;
      }
    }
    return 0;
  }
}

/** Words in lower case and Latin letters where they look Latin, without accents, and the marks between clauses. */
export function wordsOf(text: string, lexicon: Lexicon): string[] {
  return cut(visible(text), lexicon);
}

/** The same for text whose letters were replaced or taken apart: `p@ss-w0rd`. `undefined`: nothing was. */
export function undisguisedWordsOf(text: string, lexicon: Lexicon): string[] | undefined {
  const plain = visible(text);
  const undisguised = plain.replace(INNER_SEPARATOR, '').replace(LEET_RUN, withoutLeet);
  return undisguised === plain ? undefined : cut(undisguised, lexicon);
}

/** Signs before the last letter become letters: not those at the end, as in `password1`, nor those of a number. */
function withoutLeet(run: string): string {
  if (!LEET_SIGN.test(run)) {
    return run;
  }
  const characters = [...run];
  const last = characters.findLastIndex((character) => /\p{L}/u.test(character));
  return characters
    .map((character, at) => {
      const letter = at < last ? LEET[character] : undefined;
      return letter && /\p{Lu}/u.test(characters[at + 1] ?? '') ? letter.toUpperCase() : (letter ?? character);
    })
    .join('');
}

/** One form for each letter (full width, mathematical bold, ...), and nothing that cannot be seen. */
function visible(text: string): string {
  // Some letters stand for a whole sentence.
  return IS_ASCII.test(text)
    ? text
    : text
        .normalize('NFKC')
        .slice(0, text.length * 2)
        .replace(HIDDEN, '');
}

function cut(text: string, lexicon: Lexicon): string[] {
  const words: string[] = [];
  for (const { groups = {} } of text.matchAll(PIECE)) {
    const { eastern, word, sentence } = groups;
    if (eastern !== undefined) {
      for (const segment of segments(comparable(eastern), lexicon)) {
        words.push(segment);
      }
    } else if (word !== undefined) {
      words.push(...humps(word).map(comparable));
    } else {
      words.push(sentence === undefined ? clauseBreak : sentenceBreak);
    }
  }
  return withLooseLettersJoined(words);
}

/** `apiKey` and `APIKey` are two words. Where the parts are too short to be words, as in `pAsSwOrD`, it is one. */
function humps(word: string): string[] {
  const short = word.length <= LONGEST_WORD ? word : word.slice(0, LONGEST_WORD / 2) + word.slice(-LONGEST_WORD / 2);
  const parts = short.split(HUMP);
  return parts.length > 2 && short.length < parts.length * 2.5 ? [short] : parts;
}

/** Marks come off, and what looks like a Latin letter becomes one. Our own vocabulary goes the same way. */
function comparable(word: string): string {
  const lower = word.toLowerCase();
  return IS_ASCII.test(lower) ? lower : toLatin(lower).normalize('NFC');
}

/** The longest known word at each place; what lies between is a word of its own. */
function segments(text: string, lexicon: Lexicon): string[] {
  const words: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const length = lexicon.lengthAt(text, at);
    if (length > 0) {
      words.push(...(from < at ? [text.slice(from, at)] : []), text.slice(at, at + length));
      from = at + length;
    }
    at += Math.max(length, 1);
  }
  return from < text.length ? [...words, text.slice(from)] : words;
}

function withLooseLettersJoined(words: readonly string[]): string[] {
  const joined: string[] = [];
  let loose: string[] = [];
  const settle = () => {
    joined.push(...(loose.length < FEWEST_LOOSE_LETTERS ? loose : [loose.join('')]));
    loose = [];
  };
  for (const word of words) {
    if (/^[\p{L}\p{N}]$/u.test(word) && !ONLY_EASTERN.test(word)) {
      loose.push(word);
    } else {
      settle();
      joined.push(word);
    }
  }
  settle();
  return joined;
}

/** The words of one entry of our vocabulary. */
export function vocabularyWords(entry: string): string[] {
  return wordsOf(entry, new Lexicon([]));
}
