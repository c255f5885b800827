import type { Option } from '#form/model.ts';

/** The maximum length of the searched part of a description. In UTF-16 code units. */
const maxSearchedLength = 2000;
const asciiOnly = /^\p{ASCII}*$/u;

/** A part of a text, and whether the part matches the search. */
interface HighlightPiece {
  readonly text: string;
  readonly isMatch: boolean;
}

/**
 * Finds the options that contain all words of a search in label, value or description, ignoring case and accents. The
 * searched texts are prepared once, so that ten thousand options are filtered between two key presses.
 */
export class OptionFilter {
  readonly #options: readonly Option[];
  #texts: readonly string[] | undefined;

  constructor(options: readonly Option[]) {
    this.#options = options;
  }

  /** The indexes of the matching options, ascending; all options if the search is empty. */
  matches(search: string): readonly number[] {
    const words = searchWords(search);
    if (words.length === 0) {
      return [...this.#options.keys()];
    }
    this.#texts ??= this.#options.map(({ label, value, description = '' }) =>
      foldText(`${label}\n${value}\n${description.slice(0, maxSearchedLength)}`),
    );
    const matches: number[] = [];
    for (const [index, text] of this.#texts.entries()) {
      if (words.every((word) => text.includes(word))) {
        matches.push(index);
      }
    }
    return matches;
  }

  /** The index of the only option whose label or value equals the text; `undefined` if there is none or more than one. */
  exactMatch(search: string): number | undefined {
    const foldedText = foldText(search.trim());
    const matches = this.#options.flatMap(({ label, value }, index) =>
      foldText(label) === foldedText || foldText(String(value)) === foldedText ? [index] : [],
    );
    return matches.length === 1 ? matches[0] : undefined;
  }
}

/** The words of a search. */
export function searchWords(search: string): readonly string[] {
  return foldText(search)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Divides a text into the pieces that match one of `words` and the pieces between them. */
export function highlightPieces(text: string, words: readonly string[]): readonly HighlightPiece[] {
  // Folding can change the length of a text: `characterIndexes` has the index of the character for each folded unit.
  const characters = [...text];
  let folded = '';
  const characterIndexes: number[] = [];
  for (const [index, character] of characters.entries()) {
    const part = foldText(character);
    folded += part;
    for (let unit = 0; unit < part.length; unit += 1) {
      characterIndexes.push(index);
    }
  }
  const matchingCharacters = new Set<number>();
  for (const word of words) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length)) {
      for (const index of characterIndexes.slice(at, at + word.length)) {
        matchingCharacters.add(index);
      }
    }
  }
  const pieces: HighlightPiece[] = [];
  for (const [index, character] of characters.entries()) {
    const last = pieces.at(-1);
    if (last && last.isMatch === matchingCharacters.has(index)) {
      pieces[pieces.length - 1] = { text: last.text + character, isMatch: last.isMatch };
    } else {
      pieces.push({ text: character, isMatch: matchingCharacters.has(index) });
    }
  }
  return pieces;
}

/** The text in lower case and without accents. */
function foldText(text: string): string {
  const plain = asciiOnly.test(text) ? text : text.normalize('NFKD').replace(/\p{M}+/gu, '');
  return plain.toLowerCase();
}
