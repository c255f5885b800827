import { SchemaRefusal } from './schemaRefusal.ts';

/** The limits of one form. A schema that exceeds one is refused with the property and the keyword; docs/limits.md has the reasons. */

/** Fields of a form. For fields with a pattern, Ajv takes a quarter of a second for 500, and three seconds for 2,000. */
export const maxFields = 500;
/** Options of a field. */
export const maxOptions = 10_000;
/** UTF-16 code units of a property's name. */
export const maxNameLength = 1000;
/** Options of all fields together. All of them are sent to the webview and drawn. */
export const maxTotalOptions = 20_000;
/** UTF-16 code units of a pattern. */
export const maxPatternLength = 2000;
/** UTF-16 code units of all patterns together. */
export const maxTotalPatternLength = 20_000;
/** Unicode classes (`\p{L}`) of all patterns together. The engine takes half a millisecond to build each of them. */
export const maxTotalUnicodeClasses = 50;

/** A number as it is written in a message: "10,000". */
export function groupDigits(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** UTF-16 code units of all texts of a form. */
const maxTotalTextLength = 1_000_000;
/** Array elements and keywords that are read for one form. Twenty thousand titled options need less than half. */
const maxTotalElements = 200_000;

/**
 * The cost of reading one schema. Through references a small schema can expand to a huge one, so every reading of a part counts, not
 * only the first.
 */
export class SchemaBudget {
  #textLength = 0;
  #elements = 0;

  /** @throws SchemaRefusal if all texts together are too long. */
  spendText(property: string | undefined, keyword: string, length: number): void {
    this.#textLength += length;
    if (this.#textLength > maxTotalTextLength) {
      const problem = `its texts are longer than ${groupDigits(maxTotalTextLength)} characters in all.`;
      throw new SchemaRefusal(property, keyword, problem, 'schemaLength');
    }
  }

  /** @throws SchemaRefusal if all arrays and schemas together have too many elements and keywords. */
  spendElements(property: string | undefined, keyword: string, count: number): void {
    this.#elements += count;
    if (this.#elements > maxTotalElements) {
      const problem = `its lists and schemas have more than ${groupDigits(maxTotalElements)} entries in all.`;
      throw new SchemaRefusal(property, keyword, problem, 'mostOptions');
    }
  }
}
