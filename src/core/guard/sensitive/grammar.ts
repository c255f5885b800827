/** Decides how a text refers to a secret that it names: as a request for the secret, as its label, or by an aspect of it. */
import {
  askingBehind,
  askingInFront,
  askingVerbs,
  aspects,
  aspectsInFront,
  fillers,
  links,
  narrativeWords,
  negations,
  otherActions,
  particles,
  parts,
  possessiveLinks,
  pronouns,
  requestWords,
  verbParticles,
} from './contextWords.ts';
import { isBreak, sentenceBreak } from './tokenizer.ts';

/** The words of a secret: from `start` to before `end`. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** The number of words from a secret within which its aspect is searched. */
const aspectDistance = 4;
/** The number of words from a secret within which the verb that requests it is searched. */
const verbDistance = 12;

/** True for "token count", "password policy", "name of the API key": the text means an aspect of the secret. */
export function isAspectOfSecret(words: readonly string[], span: Span): boolean {
  return hasAspectBehind(words, span.end) || hasAspectInFront(words, span.start);
}

function hasAspectBehind(words: readonly string[], end: number): boolean {
  let otherWords = 0;
  for (let at = end; otherWords < aspectDistance - 1; at += 1) {
    const word = words[at];
    if (particles.has(word)) {
      continue;
    }
    if (isBreak(word) || links.has(word) || askingBehind.has(word)) {
      return false;
    }
    if (aspects.has(word) && !meansSecretItself(word)) {
      return true;
    }
    otherWords += fillers.has(word) ? 0 : 1;
  }
  return false;
}

/** True for words that mean the secret itself if they come after it: "PIN number", "CVV digits". */
function meansSecretItself(word: string | undefined): boolean {
  return word === 'number' || word === 'numbers' || word === 'digits' || parts.has(word);
}

function hasAspectInFront(words: readonly string[], start: number): boolean {
  let isOwned = false;
  let otherWords = 0;
  for (let at = start - 1; otherWords < aspectDistance; at -= 1) {
    const word = words[at];
    if (isBreak(word)) {
      return false;
    }
    if (possessiveLinks.has(word)) {
      isOwned = true;
    } else if (otherWords === 0 && aspectsInFront.has(word)) {
      return true;
    } else if (isOwned && aspects.has(word) && !parts.has(word)) {
      return true;
    } else if (!fillers.has(word) && !links.has(word)) {
      otherWords += 1;
    }
  }
  return false;
}

/** True if the secret is the subject of its clause: "API key for the weather service", "username and password". */
export function isLabel(words: readonly string[], { start }: Span): boolean {
  const before = wordsFrom(words, start, -1);
  const hasPart = before.some((word) => parts.has(word));
  return !before.some((word) => otherActions.has(word) || negations.has(word) || (links.has(word) && !hasPart));
}

/** True if words for a part of a secret precede the link at `at`, "the first two digits of", so that the secret follows the link. */
function hasPartBefore(words: readonly string[], at: number): boolean {
  return words.slice(Math.max(0, at - aspectDistance), at).some((word) => parts.has(word));
}

/** True if `isOfKind` is true for all words around the secret in its clause, at most `verbDistance` in each direction. */
export function isAloneAmong(
  words: readonly string[],
  { start, end }: Span,
  isOfKind: (word: string) => boolean,
): boolean {
  return [...wordsFrom(words, start, -1), ...wordsFrom(words, end - 1, 1)].every(isOfKind);
}

/** The words of the clause before or after a position, nearest first, at most `verbDistance`. */
function wordsFrom(words: readonly string[], position: number, step: 1 | -1): string[] {
  const clauseWords: string[] = [];
  for (let at = position + step; clauseWords.length < verbDistance; at += step) {
    const word = words[at];
    if (word === undefined || isBreak(word)) {
      break;
    }
    clauseWords.push(word);
  }
  return clauseWords;
}

/** True for a short text that only names the secret: "GitHub token", "Password for the database, please". */
export function isWholeText(words: readonly string[], span: Span): boolean {
  const next = words[span.end];
  const isEnd = isBreak(next) || links.has(next) || fillers.has(next);
  return (
    words.length <= verbDistance && isEnd && isLabel(words, span) && !words.slice(0, span.start).includes(sentenceBreak)
  );
}

/** True if the text asks the user to enter the secret: "please enter your password", "パスワードを入力してください". */
export function isAskedFor(words: readonly string[], span: Span): boolean {
  return isAskedInFront(words, span.start) || isAskedBehind(words, span.end);
}

function isAskedInFront(words: readonly string[], start: number): boolean {
  for (let at = start - 1; at >= Math.max(0, start - verbDistance); at -= 1) {
    const word = words[at];
    if (isRequest(words, at)) {
      return !hasNegation(words, at);
    }
    const isLink =
      links.has(word) && !hasPartBefore(words, at) && !(verbParticles.has(word) && isRequest(words, at - 1));
    if (word === sentenceBreak || negations.has(word) || isLink) {
      return false;
    }
  }
  return false;
}

function isAskedBehind(words: readonly string[], end: number): boolean {
  let hasVerb = false;
  for (let at = end; at < Math.min(words.length, end + aspectDistance + 2) && !isBreak(words[at]); at += 1) {
    if (negations.has(words[at])) {
      return false;
    }
    hasVerb ||= askingBehind.has(words[at]);
  }
  return hasVerb;
}

/** True if the word at `at` requests a value from the user. */
function isRequest(words: readonly string[], at: number): boolean {
  const before = words[at - 1];
  return askingVerbs.has(words[at])
    ? !narrativeWords.has(before)
    : askingInFront.has(words[at]) && (isBreak(before) || requestWords.has(before));
}

function hasNegation(words: readonly string[], at: number): boolean {
  return [words[at - 1], words[at - 2]].some((word) => !isBreak(word) && negations.has(word));
}

/** True if a negation precedes the secret in its clause: "never share your password". */
export function isNegated(words: readonly string[], { start }: Span): boolean {
  return wordsFrom(words, start, -1).some((word) => negations.has(word));
}

/** True if a text requests a value by a pronoun or adverb: "enter it", "paste this", "type below". */
export function asksByPronoun(words: readonly string[]): boolean {
  return words.some(
    (_, at) =>
      isRequest(words, at) && !hasNegation(words, at) && words.slice(at + 1, at + 3).some((word) => pronouns.has(word)),
  );
}
