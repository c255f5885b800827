import { inOneLine } from '#form/text.ts';

/**
 * Thrown while a schema is read, and caught by `readSchema.ts`: the schema cannot be a form. `rule` is the refused keyword.
 */
export class SchemaRefusal extends Error {
  readonly property: string;
  readonly rule: string;
  readonly limit: FormLimit | undefined;

  /** `property` is the property's name, or `undefined` for the schema itself. */
  constructor(property: string | undefined, rule: string, problem: string, limit?: FormLimit) {
    super(`${property === undefined ? 'The schema' : `Property "${inOneLine(property)}"`}: ${problem}`);
    this.property = property ?? '';
    this.rule = rule;
    this.limit = limit;
  }
}

/** The limit of `schemaLimits.ts` that a schema exceeds. */
export type FormLimit =
  | 'mostFields'
  | 'nameLength'
  | 'mostOptions'
  | 'patternLength'
  | 'patternClasses'
  | 'schemaLength';
