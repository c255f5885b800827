/** UTF-16 code units that the texts of one entry may have together: with JSON's escapes, a line stays under 1 MiB. */
const mostText = 40_000;
/** Bytes of the longest line that is read. Ours are shorter; what is longer is none of ours. */
export const longestLineBytes = 1 << 20;

/** At most `limit` UTF-16 code units, the last an ellipsis where there was more, and no half of a character before it. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) {
    return text;
  }
  return limit < 1 ? '' : `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The room for the texts of one entry. What comes first is kept first. */
export class TextBudget {
  #left = mostText;

  /** As much of the text as `limit` and the room allow. */
  take(text: string, limit: number): string {
    const taken = cut(text, Math.min(limit, this.#left));
    this.#left -= taken.length;
    return taken;
  }
}

/** A whole number of something that cannot be negative, whatever a clock has made of it. */
export function wholeNumber(value: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(0, Math.round(value)), Number.MAX_SAFE_INTEGER) : 0;
}
