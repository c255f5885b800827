/** A text as the guard reads it: its words, and the secrets that it names. */
import { lazy } from '#core/common/lazy.ts';
import { decidingWords } from './ambiguousTerms.ts';
import * as context from './contextWords.ts';
import { type PhraseMatch, WordSet } from './phraseMatcher.ts';
import { type PhraseMeaning, secretPhrases } from './secretPhrases.ts';
import { isBreak, Lexicon, undisguisedWordsOf, wordsOf } from './tokenizer.ts';

export interface ParsedText {
  readonly words: readonly string[];
  readonly matches: readonly PhraseMatch<PhraseMeaning>[];
  /** Index of the word after the first clause. "Optional:" and its like are no clause. */
  readonly firstClauseEnd: number;
}

const lexicon = lazy(
  () =>
    new Lexicon([
      ...secretPhrases().words,
      ...[...Object.values(context), ...decidingWords].flatMap((set) => (set instanceof WordSet ? set.entries : [])),
    ]),
);

/** The text as it stands, and as it would stand without disguise where that is something else. */
export function parsedTextsOf(text: string): ParsedText[] {
  const undisguised = undisguisedWordsOf(text, lexicon());
  return [
    reading(wordsOf(text, lexicon()), true),
    // `page-token` without its separator would be a compound like any other.
    ...(undisguised ? [reading(undisguised, false)] : []),
  ];
}

function reading(words: readonly string[], compounds: boolean): ParsedText {
  const beginning = words.findIndex((word) => !isBreak(word) && !context.fillers.has(word));
  const end = words.findIndex((word, at) => at > beginning && isBreak(word));
  return {
    words,
    matches: secretPhrases().in(words, { compounds }),
    firstClauseEnd: beginning === -1 || end === -1 ? words.length : end,
  };
}

/** At most so many characters of a text: its beginning, and its end after a break. */
export function bothEnds(text: string, beginning: number, end: number): string {
  return text.length <= beginning + end ? text : `${text.slice(0, beginning)}\n${text.slice(text.length - end)}`;
}
