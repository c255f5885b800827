import { groupDigits } from './schemaLimits.ts';
import { SchemaRefusal } from './schemaRefusal.ts';

/** UTF-16 code units of texts that one form may be made of. */
const maxTotalText = 1_000_000;
/** Entries of lists, and keywords, that are looked at for one form. Twenty thousand titled options have less than half of them. */
const maxTotalEntries = 200_000;

/**
 * What reading one schema may cost. References let a small schema stand for a huge one, so what is read is counted each
 * time that it is read, and not once for each place in which it is written.
 */
export class SchemaBudget {
  #text = 0;
  #entries = 0;

  /** @throws Refusal when all texts together are too long. */
  spendText(property: string | undefined, keyword: string, length: number): void {
    this.#text += length;
    if (this.#text > maxTotalText) {
      const rule = `its texts are longer than ${groupDigits(maxTotalText)} characters in all.`;
      throw new SchemaRefusal(property, keyword, rule, 'schemaLength');
    }
  }

  /** @throws Refusal when all lists together are too long. */
  spendEntries(property: string | undefined, keyword: string, count: number): void {
    this.#entries += count;
    if (this.#entries > maxTotalEntries) {
      const rule = `its lists and schemas have more than ${groupDigits(maxTotalEntries)} entries in all.`;
      throw new SchemaRefusal(property, keyword, rule, 'mostOptions');
    }
  }
}
