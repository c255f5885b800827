/** Parses a text into words and the secrets that it names. */
import { lazy } from '#core/common/lazy.ts';
import { decidingWords } from './ambiguousTerms.ts';
import * as context from './contextWords.ts';
import { type PhraseMatch, WordSet } from './phraseMatcher.ts';
import { type PhraseMeaning, secretPhrases } from './secretPhrases.ts';
import { isBreak, Lexicon, undisguisedWordsOf, wordsOf } from './tokenizer.ts';

export interface ParsedText {
  readonly words: readonly string[];
  readonly matches: readonly PhraseMatch<PhraseMeaning>[];
  /** The index of the word after the first clause. Fillers before it, such as "Optional:", do not count as a clause. */
  readonly firstClauseEnd: number;
}

const lexicon = lazy(
  () =>
    new Lexicon([
      ...secretPhrases().words,
      ...[...Object.values(context), ...decidingWords].flatMap((set) => (set instanceof WordSet ? set.entries : [])),
    ]),
);

const emptyText: readonly ParsedText[] = [{ words: [], matches: [], firstClauseEnd: 0 }];

/** Returns the parsed text. If it contains disguised words, a second reading follows, in which these are restored. */
export function parsedTextsOf(text: string): readonly ParsedText[] {
  if (text === '') {
    return emptyText;
  }
  const undisguised = undisguisedWordsOf(text, lexicon());
  return [
    parse(wordsOf(text, lexicon()), true),
    // Without compounds, because `page-token` without its separator would match as one.
    ...(undisguised ? [parse(undisguised, false)] : []),
  ];
}

function parse(words: readonly string[], compounds: boolean): ParsedText {
  const beginning = words.findIndex((word) => !isBreak(word) && !context.fillers.has(word));
  const end = words.findIndex((word, at) => at > beginning && isBreak(word));
  return {
    words,
    matches: secretPhrases().matchesIn(words, { compounds }),
    firstClauseEnd: beginning === -1 || end === -1 ? words.length : end,
  };
}

/** The first `beginning` and the last `end` UTF-16 code units of a text, separated by a line break if text is left out. */
export function bothEnds(text: string, beginning: number, end: number): string {
  return text.length <= beginning + end ? text : `${text.slice(0, beginning)}\n${text.slice(text.length - end)}`;
}
