import { inOneLine } from '#form/text.ts';

/**
 * Thrown while a schema is read, and caught by `readSchema.ts`: the schema cannot be a form. `keyword`: the refused keyword, or the
 * keyword whose `limit` was exceeded.
 */
export class SchemaRefusal extends Error {
  readonly property: string;
  readonly keyword: string;
  readonly limit: FormLimit | undefined;

  /** `property` is the property's name, or `undefined` for the schema itself. */
  constructor(property: string | undefined, keyword: string, problem: string, limit?: FormLimit) {
    super(`${property === undefined ? 'The schema' : `Property "${inOneLine(property)}"`}: ${problem}`);
    this.property = property ?? '';
    this.keyword = keyword;
    this.limit = limit;
  }
}

/** The limit of `schemaLimits.ts` that a schema exceeds, as recorded. `mostFields`, `mostOptions`: the maximum number of them. */
export type FormLimit =
  | 'mostFields'
  | 'nameLength'
  | 'mostOptions'
  | 'patternLength'
  | 'patternClasses'
  | 'schemaLength';
