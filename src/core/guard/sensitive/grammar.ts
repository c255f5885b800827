/** What a text does with a secret that it names: asks for it, is its label, or speaks of something about it. */
import {
  askingBehind,
  askingInFront,
  askingVerbs,
  aspects,
  aspectsInFront,
  bidding,
  denying,
  doing,
  fillers,
  links,
  narrating,
  owning,
  particles,
  parts,
  pointing,
  verbParticles,
} from './contextWords.ts';
import { isBreak, sentenceBreak } from './tokenizer.ts';

/** Where a secret stands among the words: from `start` up to, not including, `end`. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** So far we look from a secret for what belongs to it, and for the verb that asks for it, in words. */
const NEAR = 4;
const FAR = 12;

/** True for "token count", "password policy", "name of the API key": not the secret but something about it is meant. */
export function isAspectOfSecret(words: readonly string[], span: Span): boolean {
  return hasAspectBehind(words, span.end) || hasAspectInFront(words, span.start);
}

function hasAspectBehind(words: readonly string[], end: number): boolean {
  let strange = 0;
  for (let at = end; strange < NEAR - 1; at += 1) {
    const word = words[at];
    if (particles.has(word)) {
      continue;
    }
    if (isBreak(word) || links.has(word) || askingBehind.has(word)) {
      return false;
    }
    if (aspects.has(word) && !isAmount(word)) {
      return true;
    }
    strange += fillers.has(word) ? 0 : 1;
  }
  return false;
}

/** "PIN number", "CVV digits": the secret itself, where an amount stands behind. */
function isAmount(word: string | undefined): boolean {
  return word === 'number' || word === 'numbers' || word === 'digits' || parts.has(word);
}

function hasAspectInFront(words: readonly string[], start: number): boolean {
  let isOwned = false;
  let strange = 0;
  for (let at = start - 1; strange < NEAR; at -= 1) {
    const word = words[at];
    if (isBreak(word)) {
      return false;
    }
    if (owning.has(word)) {
      isOwned = true;
    } else if (strange === 0 && aspectsInFront.has(word)) {
      return true;
    } else if (isOwned && aspects.has(word) && !parts.has(word)) {
      return true;
    } else if (!fillers.has(word) && !links.has(word)) {
      strange += 1;
    }
  }
  return false;
}

/** Whether the secret is what its clause is about, as in "API key for the weather service", "username and password". */
export function isLabel(words: readonly string[], { start }: Span): boolean {
  const before = wordsFrom(words, start, -1);
  const isPart = before.some((word) => parts.has(word));
  return !before.some((word) => doing.has(word) || denying.has(word) || (links.has(word) && !isPart));
}

/** "the first two digits of": a link is no link then. */
function hasPartBefore(words: readonly string[], at: number): boolean {
  return words.slice(Math.max(0, at - NEAR), at).some((word) => parts.has(word));
}

/** Whether the words around it, in its clause, all are of a kind. Clauses of many words are not looked through. */
export function isAloneAmong(
  words: readonly string[],
  { start, end }: Span,
  isOfKind: (word: string) => boolean,
): boolean {
  return [...wordsFrom(words, start, -1), ...wordsFrom(words, end - 1, 1)].every(isOfKind);
}

/** The words of the clause before or after a place, nearest first; no more than are looked at. */
function wordsFrom(words: readonly string[], place: number, step: 1 | -1): string[] {
  const found: string[] = [];
  for (let at = place + step; found.length < FAR; at += step) {
    const word = words[at];
    if (word === undefined || isBreak(word)) {
      break;
    }
    found.push(word);
  }
  return found;
}

/** Whether a short text says no more than the secret's name: "GitHub token", "Password for the database, please". */
export function isWholeText(words: readonly string[], span: Span): boolean {
  const next = words[span.end];
  const isEnd = isBreak(next) || links.has(next) || fillers.has(next);
  return words.length <= FAR && isEnd && isLabel(words, span) && !words.slice(0, span.start).includes(sentenceBreak);
}

/** Whether somebody is told to type the secret: "please enter your password", "パスワードを入力してください". */
export function isAskedFor(words: readonly string[], span: Span): boolean {
  return isAskedInFront(words, span.start) || isAskedBehind(words, span.end);
}

function isAskedInFront(words: readonly string[], start: number): boolean {
  for (let at = start - 1; at >= Math.max(0, start - FAR); at -= 1) {
    const word = words[at];
    if (asks(words, at)) {
      return !isDenied(words, at);
    }
    const isLink = links.has(word) && !hasPartBefore(words, at) && !(verbParticles.has(word) && asks(words, at - 1));
    if (word === sentenceBreak || denying.has(word) || isLink) {
      return false;
    }
  }
  return false;
}

function isAskedBehind(words: readonly string[], end: number): boolean {
  let asked = false;
  for (let at = end; at < Math.min(words.length, end + NEAR + 2) && !isBreak(words[at]); at += 1) {
    if (denying.has(words[at])) {
      return false;
    }
    asked ||= askingBehind.has(words[at]);
  }
  return asked;
}

/** A verb at `at` that asks the reader for something. */
function asks(words: readonly string[], at: number): boolean {
  const before = words[at - 1];
  return askingVerbs.has(words[at])
    ? !narrating.has(before)
    : askingInFront.has(words[at]) && (isBreak(before) || bidding.has(before));
}

function isDenied(words: readonly string[], at: number): boolean {
  return [words[at - 1], words[at - 2]].some((word) => !isBreak(word) && denying.has(word));
}

/** Whether the secret stands under a "no" or "never": "never share your password". */
export function isNegated(words: readonly string[], { start }: Span): boolean {
  return wordsFrom(words, start, -1).some((word) => denying.has(word));
}

/** Whether a text tells to enter "it", "this" or what is "below", without a word for what. */
export function asksByPronoun(words: readonly string[]): boolean {
  return words.some(
    (_, at) =>
      asks(words, at) && !isDenied(words, at) && words.slice(at + 1, at + 3).some((word) => pointing.has(word)),
  );
}
