/** UTF-16 code units that can be typed into one field. */
export const maxTextLength = 1_000_000;
/** Lines, or rows, that can be sent for one field. Each of them is a value and is validated. */
export const maxLines = 1000;
/** UTF-16 code units of the JSON of a field's value that can be a remembered answer. */
export const maxRememberedLength = 10_000;

/** True if a field's value is short enough for a remembered answer. */
export function isRememberable(value: unknown): boolean {
  return JSON.stringify(value).length <= maxRememberedLength;
}
