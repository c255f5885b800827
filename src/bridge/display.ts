/**
 * Making hostile text presentable in one line: a name from a server must not be able to reorder, hide or push away
 * what stands beside it. For titles, tooltips and attribution; messages and values are never altered.
 */

const MAX_LENGTH = 120;

/** Control characters, line and paragraph separators, direction changes, and characters that draw nothing. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0\u2800]+/gu;

/** The text as one line without anything that changes how its surroundings are drawn; long text is cut with an ellipsis. */
export function displayName(text: string): string {
  // A bound before the work: names may be megabytes long.
  const line = text
    .slice(0, MAX_LENGTH * 8)
    .replace(UNPRINTABLE, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH - 1).join('')}…` : line;
}
