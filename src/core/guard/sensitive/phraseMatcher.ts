/** Finds the words and phrases of a vocabulary in a list of words, in linear time. */
import { lazy } from '#core/common/lazy.ts';
import { vocabularyWords } from './tokenizer.ts';

/** The longest ending after a stem, in letters. */
const maxEnding = 6;
/** The shortest and the longest last part of a compound, in letters. */
const minCompoundEnd = 5;
const maxCompoundEnd = 16;

/** A set of words and, with `*` at the end, stems of words. */
export class WordSet {
  readonly #read: () => { readonly words: ReadonlySet<string>; readonly stems: Stems<true> };

  /** `entries`: texts of words, separated by white space. */
  constructor(...entries: readonly string[]) {
    this.#read = lazy(() => readEntries(entries));
  }

  has(word: string | undefined): boolean {
    const { words, stems } = this.#read();
    return word !== undefined && (words.has(word) || stems.valuesOf(word).length > 0);
  }

  get entries(): string[] {
    const { words, stems } = this.#read();
    return [...words, ...stems.keys()];
  }
}

function readEntries(entries: readonly string[]) {
  const words = new Set<string>();
  const stems = new Stems<true>();
  for (const entry of entries.join(' ').split(/\s+/)) {
    const [word = ''] = vocabularyWords(entry.replace('*', ''));
    if (word !== '' && entry.endsWith('*')) {
      stems.set(word, true);
    } else if (word !== '') {
      words.add(word);
    }
  }
  return { words, stems };
}

const none: readonly never[] = [];

/** A map of values by stem. */
class Stems<T> {
  readonly #byStem = new Map<string, T>();
  #shortest = Number.POSITIVE_INFINITY;
  #longest = 0;

  get(stem: string): T | undefined {
    return this.#byStem.get(stem);
  }

  set(stem: string, value: T): void {
    this.#byStem.set(stem, value);
    this.#shortest = Math.min(this.#shortest, stem.length);
    this.#longest = Math.max(this.#longest, stem.length);
  }

  keys(): Iterable<string> {
    return this.#byStem.keys();
  }

  /** The values of all stems of a word, that is, prefixes after which at most an ending remains. */
  valuesOf(word: string): readonly T[] {
    let values: readonly T[] = none;
    const minLength = Math.max(this.#shortest, word.length - maxEnding);
    for (let length = minLength; length <= Math.min(word.length, this.#longest); length += 1) {
      const value = this.#byStem.get(word.slice(0, length));
      values = value === undefined ? values : [...values, value];
    }
    return values;
  }
}

interface PhraseWord {
  readonly text: string;
  readonly isStem: boolean;
}

interface Phrase<T> {
  readonly words: readonly PhraseWord[];
  readonly meaning: T;
}

export interface PhraseMatch<T> {
  readonly meaning: T;
  /** `start` is the index of the first word, `end` that of the word after the last. */
  readonly start: number;
  readonly end: number;
  /** The first part of a compound, if the phrase is only its last part: `github` of `githubtoken`. */
  readonly prefix?: string;
}

/** Finds phrases with a meaning. If several phrases match at a word, the one with the most words is used. */
export class PhraseMatcher<T> {
  readonly #byFirstWord = new Map<string, readonly Phrase<T>[]>();
  readonly #byFirstStem = new Stems<readonly Phrase<T>[]>();
  /** The meanings of last parts of compounds: `Datenbankpasswort`, `githubtoken`. */
  readonly #endings = new Map<string, T>();
  readonly #words: string[] = [];

  /** Adds phrases, separated by `|` or line ends; a word may end with `*`. A phrase also matches when written as one word. */
  add(phrases: string, meaning: T): this {
    for (const phrase of phrases.split(/[|\n]/)) {
      const words = phrase
        .trim()
        .split(/[\s'’-]+/)
        .flatMap((entry) =>
          vocabularyWords(entry.replace('*', '')).map((text) => ({ text, isStem: entry.endsWith('*') })),
        );
      if (words.length > 0) {
        this.#index({ words, meaning });
        this.#indexAsOneWord(words, meaning);
      }
    }
    return this;
  }

  addEndings(endings: string, meaning: T): this {
    for (const ending of endings.split(/\s+/)) {
      const [word = ''] = vocabularyWords(ending);
      if (word !== '') {
        this.#endings.set(word, meaning);
      }
    }
    return this;
  }

  /** All words of the phrases. */
  get words(): string[] {
    return this.#words;
  }

  /** The matches from left to right, without overlaps. `compounds`: true if a phrase may be the last part of a compound. */
  matchesIn(words: readonly string[], { compounds }: { readonly compounds: boolean }): PhraseMatch<T>[] {
    const matches: PhraseMatch<T>[] = [];
    for (let start = 0; start < words.length; ) {
      const match = this.#phraseAt(words, start) ?? (compounds ? this.#compoundAt(words, start) : undefined);
      if (match) {
        matches.push(match);
      }
      start = match?.end ?? start + 1;
    }
    return matches;
  }

  #index(phrase: Phrase<T>): void {
    const first = phrase.words[0];
    if (first) {
      const index = first.isStem ? this.#byFirstStem : this.#byFirstWord;
      const others = index.get(first.text) ?? [];
      index.set(first.text, [...others, phrase]);
      this.#words.push(...phrase.words.map(({ text }) => text));
    }
  }

  #indexAsOneWord(words: readonly PhraseWord[], meaning: T): void {
    const text = words.map((word) => word.text).join('');
    if (words.length > 1 && words.every(({ isStem }) => !isStem) && text.length >= 5) {
      this.#index({ words: [{ text, isStem: false }], meaning });
    }
  }

  #phraseAt(words: readonly string[], start: number): PhraseMatch<T> | undefined {
    const word = words[start] ?? '';
    const lists = [
      this.#byFirstWord.get(word) ?? this.#byFirstWord.get(withoutNumber(word)) ?? none,
      ...this.#byFirstStem.valuesOf(word),
    ];
    let longest: Phrase<T> | undefined;
    for (const candidate of lists.flat()) {
      if (candidate.words.length > (longest?.words.length ?? 0) && matchesAt(candidate, words, start)) {
        longest = candidate;
      }
    }
    return longest && { meaning: longest.meaning, start, end: start + longest.words.length };
  }

  #compoundAt(words: readonly string[], start: number): PhraseMatch<T> | undefined {
    const word = withoutNumber(words[start] ?? '');
    for (let length = Math.min(word.length - 2, maxCompoundEnd); length >= minCompoundEnd; length -= 1) {
      const meaning = this.#endings.get(word.slice(-length));
      if (meaning !== undefined) {
        return { meaning, start, end: start + 1, prefix: word.slice(0, -length) };
      }
    }
    return undefined;
  }
}

/** A word without the digits at its end: `password` for `password1`. */
function withoutNumber(word: string): string {
  return /\d$/.test(word) ? (/^(\p{L}{3,})\d+$/u.exec(word)?.[1] ?? word) : word;
}

function matchesAt<T>({ words: phrase }: Phrase<T>, words: readonly string[], start: number): boolean {
  return phrase.every(({ text, isStem }, index) => {
    const word = words[start + index];
    if (index === 0 || word === undefined || word === text) {
      return word !== undefined;
    }
    return isStem && word.startsWith(text) && word.length <= text.length + maxEnding;
  });
}
