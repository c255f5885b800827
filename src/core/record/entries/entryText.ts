/** Length limits and masking of the texts in an entry. */

/** UTF-16 code units that the texts of one entry may have together: with JSON's escapes, a line stays under 1 MiB. */
const maxText = 40_000;
/** Bytes of the longest line that is read. No entry is longer, so a longer line is not an entry. */
export const longestLineBytes = 1 << 20;
/** UTF-16 code units in which a text is searched for secrets. Only refused or unread requests have longer texts. */
const maxSearched = 100_000;
const hidden = '[secret]';

/** The length that the texts of one entry may still have. Texts that are added first are kept first. */
export class TextBudget {
  #left = maxText;

  /** As much of the text as `limit` and the budget allow, in UTF-16 code units. */
  take(text: string, limit: number): string {
    const taken = cut(text, Math.min(limit, this.#left));
    this.#left -= taken.length;
    return taken;
  }
}

/** At most `limit` UTF-16 code units. A cut text ends with an ellipsis, and no surrogate pair is split. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) {
    return text;
  }
  return limit < 1 ? '' : `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Replaces the secrets in a text and keeps the rest. */
export type Mask = (text: string) => string;

/**
 * `mask` in bounded time for texts of any length: it searches only the beginning of a long text, and replaces the whole text if
 * it finds a secret there.
 */
export function boundedMask(mask: Mask): Mask {
  return (text) => {
    const searched = text.slice(0, maxSearched);
    const masked = mask(searched);
    if (masked === searched) {
      return text;
    }
    return searched.length === text.length ? masked : hidden;
  };
}

/** The number, or a placeholder if `mask` finds a secret in its digits. */
export function maskNumber(value: number, mask: Mask): number | string {
  const digits = String(value);
  return mask(digits) === digits ? value : hidden;
}

/** A whole number from 0 to `Number.MAX_SAFE_INTEGER`; 0 for a value that is not finite. */
export function wholeNumber(value: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(0, Math.round(value)), Number.MAX_SAFE_INTEGER) : 0;
}
