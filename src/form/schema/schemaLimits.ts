/** The most that one form may hold. What is more is refused by name and rule: see docs/limits.md for why each is so. */

/** Fields of a form. Ajv takes a quarter of a second for 500 with a pattern each, and three seconds for 2,000. */
export const maxFields = 500;
/** Options of a field. */
export const maxOptions = 10_000;
/** UTF-16 code units of a property's name. */
export const maxNameLength = 1000;
/** Options of all fields together: each is drawn, and sent to where it is drawn. */
export const maxTotalOptions = 20_000;
/** UTF-16 code units of a pattern. */
export const maxPatternLength = 2000;
/** UTF-16 code units of all patterns together. */
export const maxTotalPatternLength = 20_000;
/** Unicode classes (`\p{L}`) of all patterns together. The engine takes half a millisecond to build each of them. */
export const maxTotalUnicodeClasses = 50;

/** A number as it stands in a message: "10,000". */
export function groupDigits(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
