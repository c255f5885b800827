/** Splits a server's text into comparable words, and restores disguised words. Each step takes linear time. */
import { toLatin } from '#core/guard/url/unicodeScripts.ts';

/** The marks among the words that separate clauses and sentences. */
const clauseBreak = ',';
export const sentenceBreak = '.';

/** True for the marks between clauses and sentences, and for positions before the first or after the last word. */
export function isBreak(word: string | undefined): boolean {
  return word === undefined || word === clauseBreak || word === sentenceBreak;
}

/** The longest run of letters that is read completely; of a longer one only the beginning and the end are read. */
const maxWordLength = 40;
/** The number of single letters in a row, as in "p a s s", from which they are joined to one word. */
const minLooseLetters = 4;

/** Matches letters of scripts that are written without spaces, or whose words include their particles. */
const eastAsian = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}ー]';
/** The first group matches eastern letters, the second one a word, the third one the end of a sentence, the last one that of a clause. */
const wordPattern = new RegExp(
  [
    `(${eastAsian}+)`,
    `((?:(?!${eastAsian})[\\p{L}\\p{M}\\p{N}])+)`,
    '([!?\\n。]|\\.(?=\\s|$))',
    '([,;:()[\\]{}<>/|"`“”«»„、，；：（）【】「」–—]|-(?=\\s))',
  ].join('|'),
  'gu',
);
const onlyEastAsian = new RegExp(`^${eastAsian}+$`, 'u');
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
const camelCaseBoundary = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu}\p{Lu})(?=\p{Lu}\p{Ll})/u;
const onlyAscii = /^[\0-\x7f]*$/;

/** Digits and signs that replace similar letters. Source: common "leet" spellings. */
const leetLetters: Readonly<Record<string, string>> = {
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
const leetRun = /[\p{L}\d@$!]+/gu;
const leetSign = /[013457@$!]/;
const letter = /\p{L}/u;
/** Matches separators between two letters: `p-a-s-s`, `A.P.I.`, `pass_word`. */
const innerSeparator = /(?<=[\p{L}\d])[-_.·*~+'’](?=[\p{L}\d])/gu;

/** The known words of scripts without spaces. */
export class Lexicon {
  readonly #words: ReadonlySet<string>;
  /** The length of the longest word, by its first letter. */
  readonly #longest = new Map<string, number>();

  constructor(words: readonly string[]) {
    this.#words = new Set(words.filter((word) => onlyEastAsian.test(word)));
    for (const word of this.#words) {
      const first = word.charAt(0);
      this.#longest.set(first, Math.max(this.#longest.get(first) ?? 0, word.length));
    }
  }

  /** The length of the longest known word at a position of a text; 0 if there is none. */
  lengthAt(text: string, at: number): number {
    for (let length = this.#longest.get(text.charAt(at)) ?? 0; length > 0; length -= 1) {
      if (this.#words.has(text.slice(at, at + length))) {
        return length;
      }
    }
    return 0;
  }
}

/** The words in lower case, without accents, and with each letter that looks Latin as that Latin letter; and the marks. */
export function wordsOf(text: string, lexicon: Lexicon): string[] {
  return tokenize(normalize(text), lexicon);
}

/** The words after replaced and separated letters (`p@ss-w0rd`) are restored; `undefined` if there are none. */
export function undisguisedWordsOf(text: string, lexicon: Lexicon): string[] | undefined {
  const plain = normalize(text);
  const undisguised = plain.replace(innerSeparator, '').replace(leetRun, withoutLeet);
  return undisguised === plain ? undefined : tokenize(undisguised, lexicon);
}

/** Replaces digits and signs before the last letter of a run by letters; not those at its end (`password1`) or of a number. */
function withoutLeet(run: string): string {
  const first = run.search(leetSign);
  if (first < 0 || !letter.test(run.slice(first + 1))) {
    return run;
  }
  const characters = [...run];
  const last = characters.findLastIndex((character) => letter.test(character));
  return characters
    .map((character, at) => {
      const restored = at < last ? leetLetters[character] : undefined;
      return restored && /\p{Lu}/u.test(characters[at + 1] ?? '') ? restored.toUpperCase() : (restored ?? character);
    })
    .join('');
}

/** Normalizes letters (full width, mathematical bold, ...) and removes invisible characters. */
function normalize(text: string): string {
  // Bounded, because NFKC expands some characters to a whole sentence.
  return onlyAscii.test(text)
    ? text
    : text
        .normalize('NFKC')
        .slice(0, text.length * 2)
        .replace(invisible, '');
}

function tokenize(text: string, lexicon: Lexicon): string[] {
  const words: string[] = [];
  // Not by `matchAll`, which makes a copy of the expression for each text.
  wordPattern.lastIndex = 0;
  for (let match = wordPattern.exec(text); match; match = wordPattern.exec(text)) {
    const [, eastern, word, sentence] = match;
    if (eastern !== undefined) {
      for (const segment of segmentsOf(comparable(eastern), lexicon)) {
        words.push(segment);
      }
    } else if (word !== undefined) {
      words.push(...splitCamelCase(word).map(comparable));
    } else {
      words.push(sentence === undefined ? clauseBreak : sentenceBreak);
    }
  }
  return withLooseLettersJoined(words);
}

/** Splits `apiKey` and `APIKey` into two words, but not a word whose parts would be too short, as `pAsSwOrD`. */
function splitCamelCase(word: string): string[] {
  const short = word.length <= maxWordLength ? word : word.slice(0, maxWordLength / 2) + word.slice(-maxWordLength / 2);
  const parts = short.split(camelCaseBoundary);
  return parts.length > 2 && short.length < parts.length * 2.5 ? [short] : parts;
}

/** Removes accents and replaces letters that look Latin. The vocabulary is converted in the same way. */
function comparable(word: string): string {
  const lower = word.toLowerCase();
  return onlyAscii.test(lower) ? lower : toLatin(lower).normalize('NFC');
}

/** Splits a text into the longest known words; the text between two of them is also a word. */
function segmentsOf(text: string, lexicon: Lexicon): string[] {
  const words: string[] = [];
  let wordStart = 0;
  for (let at = 0; at < text.length; ) {
    const length = lexicon.lengthAt(text, at);
    if (length > 0) {
      words.push(...(wordStart < at ? [text.slice(wordStart, at)] : []), text.slice(at, at + length));
      wordStart = at + length;
    }
    at += Math.max(length, 1);
  }
  return wordStart < text.length ? [...words, text.slice(wordStart)] : words;
}

function withLooseLettersJoined(words: readonly string[]): string[] {
  const joined: string[] = [];
  let loose: string[] = [];
  const settle = () => {
    joined.push(...(loose.length < minLooseLetters ? loose : [loose.join('')]));
    loose = [];
  };
  for (const word of words) {
    if (/^[\p{L}\p{N}]$/u.test(word) && !onlyEastAsian.test(word)) {
      loose.push(word);
    } else {
      settle();
      joined.push(word);
    }
  }
  settle();
  return joined;
}

/** The words of one entry of the vocabulary. */
export function vocabularyWords(entry: string): string[] {
  return wordsOf(entry, new Lexicon([]));
}
