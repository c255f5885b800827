import type { Option } from '#form/model.ts';

/** As much of a description as is searched. In UTF-16 code units. */
const SEARCHED = 2000;
const ASCII = /^\p{ASCII}*$/u;

/** A part of a text, and whether it is what was looked for. */
interface HighlightPiece {
  readonly text: string;
  readonly hit: boolean;
}

/**
 * Finds options by what is typed: all words of it, anywhere in label, value or description, in any case and with or without
 * accents. What is searched is made ready once, so that ten thousand options are looked through while a key is pressed.
 */
export class OptionFilter {
  readonly #options: readonly Option[];
  #texts: readonly string[] | undefined;

  constructor(options: readonly Option[]) {
    this.#options = options;
  }

  /** Indexes of the options that match, in their order; all of them where nothing is typed. */
  matches(typed: string): readonly number[] {
    const words = searchWords(typed);
    if (words.length === 0) {
      return [...this.#options.keys()];
    }
    this.#texts ??= this.#options.map(({ label, value, description = '' }) =>
      fold(`${label}\n${value}\n${description.slice(0, SEARCHED)}`),
    );
    const found: number[] = [];
    for (const [index, text] of this.#texts.entries()) {
      if (words.every((word) => text.includes(word))) {
        found.push(index);
      }
    }
    return found;
  }

  /** The one option whose label or value is just this; `undefined` where there is none, or more than one. */
  exactMatch(typed: string): number | undefined {
    const wanted = fold(typed.trim());
    const found = this.#options.flatMap(({ label, value }, index) =>
      fold(label) === wanted || fold(String(value)) === wanted ? [index] : [],
    );
    return found.length === 1 ? found[0] : undefined;
  }
}

/** The words to look for. */
export function searchWords(typed: string): readonly string[] {
  return fold(typed)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** A text in pieces, so that what was looked for can be marked in it. Joined they are the text. */
export function highlightPieces(text: string, words: readonly string[]): readonly HighlightPiece[] {
  // Folding may change how long a text is: each folded unit remembers the character that it came from.
  const characters = [...text];
  let folded = '';
  const from: number[] = [];
  for (const [index, character] of characters.entries()) {
    const part = fold(character);
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
    if (last && last.hit === hits.has(index)) {
      pieces[pieces.length - 1] = { text: last.text + character, hit: last.hit };
    } else {
      pieces.push({ text: character, hit: hits.has(index) });
    }
  }
  return pieces;
}

/** In small letters and without accents. */
function fold(text: string): string {
  const plain = ASCII.test(text) ? text : text.normalize('NFKD').replace(/\p{M}+/gu, '');
  return plain.toLowerCase();
}
