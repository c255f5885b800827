/**
 * Making text that somebody else wrote presentable, whatever is in it. A name stands beside our words and must not
 * reorder, hide or push them away; a block stands alone; what a person agrees to is shown with everything in it.
 */

/**
 * What most texts are, and nothing here changes: words of ASCII, a space between two. Told apart first, because patterns with
 * Unicode's properties are slow to compile, and a page that has just been loaded waits for it.
 */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;
/** In UTF-16 code units. Beyond it the patterns are no slower than the text. */
const plainly = 1000;
/** Joiners and variation selectors belong to words and emoji; every other character that draws nothing may go. */
const HIDDEN = /(?!\u200c|\u200d|\p{Variation_Selector})[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
const SPACE = /[\s\p{Cc}\u2800]+/gu;
const LINE_END = /\r\n?|[\u0085\u2028\u2029]/g;
/** Control characters, embeddings and overrides; marks and isolates of right-to-left writing end with their block. */
const UNFIT_FOR_BLOCK = /(?![\n\t])[\p{Cc}\u202a-\u202e]/gu;
/** All that cannot be seen, or cannot be told from a plain space. */
const UNSEEN = /(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** The same in a block, where lines, tabs and spaces are seen for what they are, and joiners belong to words and emoji. */
const UNSEEN_IN_BLOCK =
  /(?![\n\t]|\u200c|\u200d|\p{Variation_Selector})[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
const LONE_SURROGATE = /\p{Cs}/gu;
const VISIBLE = /(?!\p{Default_Ignorable_Code_Point}|\u2800)[\p{L}\p{N}\p{P}\p{S}\p{Co}]/u;
/** What would cover the lines above and below. */
const PILED_HIGH = /(?<=\p{M}{3})\p{M}/gu;
/** Marks pile up on the character before them, and at the start on one of ours. */
const PILED_MARKS = /(\p{M}{8})\p{M}+/gu;
const DANGLING = /^[ \p{M}\u200c\u200d]+/u;
const LOOSE_END = /[ \u200c\u200d]+$/;

/**
 * One line for a name or an excerpt, at most `limit` characters (code points) and an ellipsis: white space and control
 * characters folded to a space, what draws nothing or turns the direction of writing left out. Empty when nothing of it
 * would be seen. Looks at no more than the beginning of a long text.
 */
export function inOneLine(text: string, limit = 120): string {
  if (text.length <= Math.min(limit, plainly) && PLAIN.test(text)) {
    return text;
  }
  const start = truncate(text, limit * 8);
  const line = start
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(HIDDEN, '')
    .replace(SPACE, ' ')
    .replace(PILED_MARKS, '$1')
    .replace(DANGLING, '')
    .trimEnd();
  if (!VISIBLE.test(line)) {
    return '';
  }
  if (line.length <= limit && start.length === text.length) {
    return line;
  }
  const characters = [...line];
  return characters.length > limit || start.length < text.length
    ? `${characters.slice(0, limit).join('').replace(LOOSE_END, '')}…`
    : line;
}

/**
 * Text with its lines, tabs and spaces kept: control characters and overrides of the direction of writing are left out.
 * Empty when nothing of it would be seen. `limit` is in UTF-16 code units; an ellipsis says that there was more.
 */
export function inBlock(text: string, limit = Number.POSITIVE_INFINITY): string {
  if (text.length <= Math.min(limit, plainly) && PLAIN.test(text)) {
    return text;
  }
  const start = truncate(text, limit);
  const block = start.replace(LINE_END, '\n').replace(LONE_SURROGATE, '\ufffd').replace(UNFIT_FOR_BLOCK, '');
  if (!VISIBLE.test(block)) {
    return '';
  }
  return start.length < text.length ? `${block}…` : block;
}

/**
 * Everything in a text, on one line: what cannot be seen, and marks that are piled up, are written as their code points,
 * `[U+202E]`. `limit` is in UTF-16 code units of the text; an ellipsis says that there was more.
 */
export function escapeInvisible(text: string, limit = Number.POSITIVE_INFINITY): string {
  const start = truncate(text, limit);
  const full = start.replace(UNSEEN, codePointNotation).replace(PILED_HIGH, codePointNotation);
  return start.length < text.length ? `${full}…` : full;
}

/**
 * Everything in a text, with its lines, tabs and spaces: what cannot be seen, and marks that are piled up, are written as
 * their code points; so is all of a text of which nothing would be seen.
 */
export function escapeInvisibleInBlock(text: string): string {
  const block = text.replace(UNSEEN_IN_BLOCK, codePointNotation).replace(PILED_HIGH, codePointNotation);
  return VISIBLE.test(block) ? block : text.replace(/./gsu, codePointNotation);
}

/** JSON that means the same and in which everything can be seen: what cannot is escaped. Line ends between values stay. */
export function escapeInvisibleInJson(json: string): string {
  return json
    .replace(UNSEEN, (character) => (character === '\n' ? character : escaped(character)))
    .replace(PILED_HIGH, escaped);
}

/** Source: RFC 8259, 7. */
function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** A character as its code point: `[U+202E]`. */
export function codePointNotation(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `[U+${hex}]`;
}

/** True when a text has something in it that one line would not show: a control character, or one that draws nothing. */
export function hasInvisible(text: string): boolean {
  return [HIDDEN, LONE_SURROGATE, /[\p{Cc}\p{Zl}\p{Zp}]/u].some((hidden) => text.search(hidden) !== -1);
}

/** At most the first `units` UTF-16 code units, and no half of a character at the end. */
export function truncate(text: string, units: number): string {
  const start = text.slice(0, units);
  return start.length < text.length ? start.replace(/[\ud800-\udbff]$/, '') : start;
}

/** Characters of a server's that a label may have. */
const LONGEST_LABEL = 300;

/** The first of the texts that would be seen, on one line; `undefined` when none would. */
export function firstVisible(...texts: readonly string[]): string | undefined {
  return texts.map((text) => inOneLine(text, LONGEST_LABEL)).find((line) => line !== '');
}

/** Unicode code points, as JSON Schema counts them (RFC 8259 characters). */
export function codePointCount(text: string): number {
  let length = 0;
  for (const _ of text) {
    length += 1;
  }
  return length;
}
