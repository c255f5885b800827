/** UTF-16 code units that can be typed into one field. */
export const maxTextLength = 1_000_000;
/** Lines that can be sent of one field: each is a value of its own, and checked. */
export const maxLines = 1000;
/** UTF-16 code units of a field's value, as JSON, that can be remembered for the next time. */
export const maxRememberedLength = 10_000;

/** Whether a field's value is short enough to be remembered for the next time. */
export function isRememberable(value: unknown): boolean {
  return JSON.stringify(value).length <= maxRememberedLength;
}
