/** Limits the lengths of the texts in an entry, and masks them. */

/** The UTF-16 code units that the texts of one entry may have together. Even with JSON escapes a line stays under 1 MiB. */
const maxTextLength = 40_000;
/** The longest line that is read, in bytes. No entry is longer, so a longer line is not an entry. */
export const longestLineBytes = 1 << 20;
/** The UTF-16 code units of a text that are searched for secrets. Only refused or unread requests have longer texts. */
const maxSearched = 100_000;
const hidden = '[secret]';

/** The length that the texts of one entry may still have. Each text that is taken reduces it. */
export class TextBudget {
  #lengthLeft = maxTextLength;

  /** Returns as much of the text as `maxLength`, in UTF-16 code units, and the budget allow. */
  take(text: string, maxLength: number): string {
    const cutText = cut(text, Math.min(maxLength, this.#lengthLeft));
    this.#lengthLeft -= cutText.length;
    return cutText;
  }
}

/** Cuts a text to at most `maxLength` UTF-16 code units. A cut text ends with an ellipsis, and no surrogate pair is split. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) {
    return text;
  }
  return maxLength < 1 ? '' : `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Replaces the secrets in a text and keeps the rest. */
export type Mask = (text: string) => string;

/**
 * Returns a mask that takes bounded time for texts of any length: it searches only the beginning of a long text, and replaces the
 * whole text if there is a secret in the beginning.
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
