import type { Option } from '#form/model.ts';

/** The searched part of a description. In UTF-16 code units. */
const longestSearched = 2000;
const asciiOnly = /^\p{ASCII}*$/u;

/** A part of a text, and whether it matches the search. */
interface HighlightPiece {
  readonly text: string;
  readonly isMatch: boolean;
}

/**
 * Finds options that contain all words of a search in label, value or description, ignoring case and accents. The
 * searched texts are prepared once, so that ten thousand options are filtered between two keys.
 */
export class OptionFilter {
  readonly #options: readonly Option[];
  #texts: readonly string[] | undefined;

  constructor(options: readonly Option[]) {
    this.#options = options;
  }

  /** The indexes of the matching options in their order; all without a search. */
  matches(typed: string): readonly number[] {
    const words = searchWords(typed);
    if (words.length === 0) {
      return [...this.#options.keys()];
    }
    this.#texts ??= this.#options.map(({ label, value, description = '' }) =>
      foldText(`${label}\n${value}\n${description.slice(0, longestSearched)}`),
    );
    const found: number[] = [];
    for (const [index, text] of this.#texts.entries()) {
      if (words.every((word) => text.includes(word))) {
        found.push(index);
      }
    }
    return found;
  }

  /** The only option whose label or value equals the text; `undefined` if there is none, or more than one. */
  exactMatch(typed: string): number | undefined {
    const wanted = foldText(typed.trim());
    const found = this.#options.flatMap(({ label, value }, index) =>
      foldText(label) === wanted || foldText(String(value)) === wanted ? [index] : [],
    );
    return found.length === 1 ? found[0] : undefined;
  }
}

/** The words of a search. */
export function searchWords(typed: string): readonly string[] {
  return foldText(typed)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Divides a text into pieces, so that matches can be marked. Joined, they are the text. */
export function highlightPieces(text: string, words: readonly string[]): readonly HighlightPiece[] {
  // Folding can change the length of a text, so each folded unit refers to its character.
  const characters = [...text];
  let folded = '';
  const from: number[] = [];
  for (const [index, character] of characters.entries()) {
    const part = foldText(character);
    folded += part;
    for (let unit = 0; unit < part.length; unit += 1) {
      from.push(index);
    }
  }
  const hits = new Set<number>();
  for (const word of words) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length)) {
      for (const index of from.slice(at, at + word.length)) {
        hits.add(index);
      }
    }
  }
  const pieces: HighlightPiece[] = [];
  for (const [index, character] of characters.entries()) {
    const last = pieces.at(-1);
    if (last && last.isMatch === hits.has(index)) {
      pieces[pieces.length - 1] = { text: last.text + character, isMatch: last.isMatch };
    } else {
      pieces.push({ text: character, isMatch: hits.has(index) });
    }
  }
  return pieces;
}

/** Lower case, without accents. */
function foldText(text: string): string {
  const plain = asciiOnly.test(text) ? text : text.normalize('NFKD').replace(/\p{M}+/gu, '');
  return plain.toLowerCase();
}
