/** Joiners and variation selectors belong to ordinary words and emoji; everything else invisible is shown or dropped. */
const KEPT = '(?![\\u200c\\u200d\\ufe0e\\ufe0f])';
const HIDDEN = new RegExp(`${KEPT}[\\p{Cc}\\p{Default_Ignorable_Code_Point}]`, 'gu');
const BLOCK_HIDDEN = /(?![\n\t])[\p{Cc}\u202a-\u202e]/gu;
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;
const LONE_SURROGATES = /\p{Cs}/gu;

/**
 * Text from elsewhere as one line, for names and attributions: white space folded, characters that cannot be seen or
 * that turn the direction of writing shown by their code point, cut after `limit` characters (code points).
 */
export function inOneLine(text: string, limit = 120): string {
  // What is shown by its code point only grows, so a few times the limit is all that can matter.
  const folded = text
    .slice(0, limit * 4)
    .replace(LONE_SURROGATES, '\ufffd')
    .replace(/\s+/gu, ' ')
    .trim();
  const characters = [...folded];
  const cut = characters.length > limit || text.length > limit * 4;
  const kept = cut ? `${characters.slice(0, limit).join('').trimEnd()}…` : folded;
  return kept.replace(HIDDEN, codePoint);
}

/** Text from elsewhere with its lines kept. Overrides of the direction of writing and control characters are shown. */
export function inBlock(text: string): string {
  return text.replace(LINE_ENDS, '\n').replace(LONE_SURROGATES, '\ufffd').replace(BLOCK_HIDDEN, codePoint);
}

/** All of a text, with everything in it that cannot be seen shown by its code point: for what a person agrees to. */
export function inFull(text: string): string {
  return text.replace(LONE_SURROGATES, '\ufffd').replace(HIDDEN, codePoint);
}

function codePoint(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `[U+${hex}]`;
}
