import { t } from '@vscode/l10n';

/**
 * Makes text of servers and other sources fit to be shown. A name is shown beside text of this extension and must not reorder, hide
 * or displace it; a block is shown alone; text that the user agrees to is shown with every character visible.
 */

/**
 * ASCII words with single spaces, which no function here changes. Tested first, because patterns with Unicode properties are slow
 * to compile and would delay a page that was just loaded.
 */
const plainPattern = /^[!-~]+(?: [!-~]+)*$/;
/** In UTF-16 code units. For a longer text the time to compile the patterns does not matter. */
const maxPlainLength = 1000;
/** Characters that draw nothing, except joiners and variation selectors, which belong to words and emoji. */
const hiddenPattern = /(?!\u200c|\u200d|\p{Variation_Selector})[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
const spacePattern = /[\s\p{Cc}\u2800]+/gu;
const lineEndPattern = /\r\n?|[\u0085\u2028\u2029]/g;
/** Control characters, embeddings and overrides. Marks and isolates of right-to-left writing are allowed: their effect ends with the block. */
const unfitForBlockPattern = /(?![\n\t])[\p{Cc}\u202a-\u202e]/gu;
/** All characters that are invisible or look like a plain space. */
const unseenPattern = /(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** All invisible characters of a block. In a block, line ends, tabs and spaces are visible, and joiners belong to words and emoji. */
const unseenInBlockPattern =
  /(?![\n\t]|\u200c|\u200d|\p{Variation_Selector})[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
const loneSurrogatePattern = /\p{Cs}/gu;
const visiblePattern = /(?!\p{Default_Ignorable_Code_Point}|\u2800)[\p{L}\p{N}\p{P}\p{S}\p{Co}]/u;
/** Combining marks beyond three, which would cover the lines above and below. */
const piledHighPattern = /(?<=\p{M}{3})\p{M}/gu;
/** Combining marks beyond eight on one character. */
const piledMarksPattern = /(\p{M}{8})\p{M}+/gu;
/** Combining marks at the start, which would stack on the text of this extension before them. */
const danglingPattern = /^[ \p{M}\u200c\u200d]+/u;
const looseEndPattern = /[ \u200c\u200d]+$/;

/**
 * One line for a name or an excerpt, at most `limit` code points and an ellipsis. White space and control characters become
 * one space; invisible characters and changes of the writing direction are removed. Empty if nothing visible remains. Reads
 * only the beginning of a long text.
 */
export function inOneLine(text: string, limit = 120): string {
  if (text.length <= Math.min(limit, maxPlainLength) && plainPattern.test(text)) {
    return text;
  }
  const start = truncate(text, limit * 8);
  const line = start
    .replace(loneSurrogatePattern, '\ufffd')
    .replace(hiddenPattern, '')
    .replace(spacePattern, ' ')
    .replace(piledMarksPattern, '$1')
    .replace(danglingPattern, '')
    .trimEnd();
  if (!visiblePattern.test(line)) {
    return '';
  }
  if (line.length <= limit && start.length === text.length) {
    return line;
  }
  const characters = [...line];
  return characters.length > limit || start.length < text.length
    ? `${characters.slice(0, limit).join('').replace(looseEndPattern, '')}…`
    : line;
}

/**
 * The text with its lines, tabs and spaces, without control characters and overrides of the writing direction. Empty if nothing
 * visible remains. `limit` is in UTF-16 code units; a longer text ends with an ellipsis.
 */
export function inBlock(text: string, limit = Number.POSITIVE_INFINITY): string {
  if (text.length <= Math.min(limit, maxPlainLength) && plainPattern.test(text)) {
    return text;
  }
  const start = truncate(text, limit);
  const block = start
    .replace(lineEndPattern, '\n')
    .replace(loneSurrogatePattern, '\ufffd')
    .replace(unfitForBlockPattern, '');
  if (!visiblePattern.test(block)) {
    return '';
  }
  return start.length < text.length ? `${block}…` : block;
}

/**
 * The whole text on one line: invisible characters and stacked combining marks are written as code points, `[U+202E]`.
 * `limit` is in UTF-16 code units of the text; a longer text ends with an ellipsis.
 */
export function escapeInvisible(text: string, limit = Number.POSITIVE_INFINITY): string {
  const start = truncate(text, limit);
  const full = start.replace(unseenPattern, codePointNotation).replace(piledHighPattern, codePointNotation);
  return start.length < text.length ? `${full}…` : full;
}

/**
 * The whole text with its lines, tabs and spaces: invisible characters and stacked combining marks are written as code
 * points. If no character is visible, all are written as code points.
 */
export function escapeInvisibleInBlock(text: string): string {
  const block = text.replace(unseenInBlockPattern, codePointNotation).replace(piledHighPattern, codePointNotation);
  return visiblePattern.test(block) ? block : text.replace(/./gsu, codePointNotation);
}

/** Equivalent JSON in which every character is visible: invisible ones are escaped, except line ends between values. */
export function escapeInvisibleInJson(json: string): string {
  return json
    .replace(unseenPattern, (character) => (character === '\n' ? character : jsonEscape(character)))
    .replace(piledHighPattern, jsonEscape);
}

/** The escape sequences of a character in JSON. Source: RFC 8259, 7. */
export function jsonEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** The notation of a character's code point: `[U+202E]`. */
export function codePointNotation(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `[U+${hex}]`;
}

/** True if a text has control characters or others that `inOneLine` would remove. */
export function hasInvisible(text: string): boolean {
  return [hiddenPattern, loneSurrogatePattern, /[\p{Cc}\p{Zl}\p{Zp}]/u].some((hidden) => text.search(hidden) !== -1);
}

/**
 * Replaces the quotation marks of every language of the interface, and characters that look like them, with which a text could seem to end
 * the quotation around it.
 */
export function withoutQuotationMarks(text: string): string {
  return text.replace(/["“”„‟«»「」『』｢｣〝〞〟＂″‶ʺˮ❝❞❟❠⹂﹁﹂﹃﹄🙶🙷🙸]/gu, "'");
}

/** Words of a server in the quotation marks of the language, which they cannot end. */
export function quotation(words: string): string {
  return t('“{0}”', withoutQuotationMarks(words));
}

/** At most the first `units` UTF-16 code units, without half a surrogate pair at the end. */
export function truncate(text: string, units: number): string {
  const start = text.slice(0, units);
  return start.length < text.length ? start.replace(/[\ud800-\udbff]$/, '') : start;
}

/** The longest label of a server, in code points. */
const maxLabelLength = 300;

/** The first text that has a visible character, on one line; `undefined` if there is none. */
export function firstVisible(...texts: readonly string[]): string | undefined {
  return texts.map((text) => inOneLine(text, maxLabelLength)).find((line) => line !== '');
}

/** The length in Unicode code points, as JSON Schema counts (characters of RFC 8259). */
export function codePointCount(text: string): number {
  let length = 0;
  for (const _ of text) {
    length += 1;
  }
  return length;
}
